# Shared only, and static only without constants of the basis: what is installed, and that a stranger can use it with CMake and with pkg-config.
. "$(dirname "$0")/common.sh"
for kind in ON OFF; do
    name=$([ $kind = ON ] && echo shared || echo static)
    quietly cmake -S "$here/../.." -B "build_$name" -DBUILD_SHARED_LIBS=$kind -DCOLDAE_TABLES=$kind -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_COMPILER="$cc" -DCOLDAE_FORTRAN=OFF -DCOLDAE_EXAMPLES=OFF -DCOLDAE_TESTS=OFF -DCOLDAE_BENCH=OFF
    quietly cmake --build "build_$name" -j 2
    quietly cmake --install "build_$name" --prefix "$work/$name"
    so=$(find "$name" -name 'libcoldae.so*' | wc -l) a=$(find "$name" -name 'libcoldae.a' | wc -l)
    [ "$so/$a" = "$([ $kind = ON ] && echo 3/0 || echo 0/1)" ] || fail "$name: $so shared and $a static files"

    mkdir -p "project_$name"
    cat >"project_$name/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(stranger C)
find_package(coldae $version REQUIRED COMPONENTS C)
add_executable(program $here/stranger/main.c)
target_link_libraries(program coldae::coldae m)
END
    quietly cmake -S "project_$name" -B "user_$name" -DCMAKE_PREFIX_PATH="$work/$name" -DCMAKE_C_COMPILER="$cc"
    quietly cmake --build "user_$name"
    "user_$name/program" || fail "$name with CMake"

    command -v pkg-config >/dev/null || continue
    export PKG_CONFIG_PATH
    PKG_CONFIG_PATH=$(dirname "$(find "$work/$name" -name coldae.pc)")
    # shellcheck disable=SC2046
    quietly "$cc" -o "program_$name" "$here/stranger/main.c" $(pkg-config --cflags --libs coldae) -lm
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir coldae) "./program_$name" || fail "$name with pkg-config"
done

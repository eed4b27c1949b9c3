# A stranger's CMake project finds the installed library, in C and Fortran, shared and static.
. "$(dirname "$0")/common.sh"
install_here
configure() { # NAME WANTED_VERSION
    cmake -S "$here/stranger" -B "$1" -DWANT="$2" -DFORTRAN="$([ -n "$fc" ] && echo ON || echo OFF)" \
        -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" ${fc:+-DCMAKE_Fortran_COMPILER="$fc"}
}
quietly configure user "$version"
quietly cmake --build user
for program in c_shared c_static ${fc:+fortran}; do
    "user/$program" || fail "$program"
done

# Versions that may not be taken for this one: the next minor and the next major.
IFS=. read -r major minor _ <<<"$version"
for wrong in "$major.$((minor + 1))" "$((major + 1)).0"; do
    if configure "wrong-$wrong" "$wrong" >log 2>&1; then fail "version $version accepted for $wrong"; fi
    grep -q 'compatible' log || { cat log; fail "not refused because of its version"; }
done

# Components: those that exist, alone and together; one that does not is refused.  From a tree that was moved.
mv "$prefix" moved
ask() { # NAME COMPONENTS..
    mkdir -p "$1"
    printf 'cmake_minimum_required(VERSION 3.22)\nproject(ask C%s)\nfind_package(coldae REQUIRED COMPONENTS %s)\n' \
        "${fc:+ Fortran}" "${*:2}" >"$1/CMakeLists.txt"
    printf 'get_target_property(where coldae::coldae LOCATION)\nmessage(STATUS "at ${where}")\n' >>"$1/CMakeLists.txt"
    cmake -S "$1" -B "$1/build" -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_C_COMPILER="$cc" \
        ${fc:+-DCMAKE_Fortran_COMPILER="$fc"}
}
quietly ask only_c C
grep -q "at $work/moved/" log || { cat log; fail "the moved tree is not found where it is"; }
[ -z "$fc" ] || quietly ask both C Fortran
if ask wrong_component Cobol >log 2>&1; then fail "component Cobol accepted"; fi
grep -q "Cobol" log || { cat log; fail "not refused because of its component"; }

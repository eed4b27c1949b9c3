# A stranger compiles one file with pkg-config: shared; then static, from a tree that was moved.
. "$(dirname "$0")/common.sh"
command -v pkg-config >/dev/null || { echo "no pkg-config"; exit 77; }
install_here
use() { export PKG_CONFIG_PATH; PKG_CONFIG_PATH=$(dirname "$(find "$1" -name coldae.pc)"); }

use "$prefix"
[ "$(pkg-config --modversion coldae)" = "$version" ] || fail "version in coldae.pc"
# shellcheck disable=SC2046
quietly "$cc" -o shared "$here/stranger/main.c" $(pkg-config --cflags --libs coldae) -lm
LD_LIBRARY_PATH=$(pkg-config --variable=libdir coldae) ./shared || fail shared
if [ -n "$fc" ]; then
    # shellcheck disable=SC2046
    quietly "$fc" -o fortran "$here/stranger/main.f90" $(pkg-config --cflags --libs coldae_fortran)
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir coldae) ./fortran || fail fortran

    # With another compiler: the installed sources, all of them, by the command of docs/fortran.md.
    cp -r "$prefix/share/coldae/fortran" sources
    sed -n '/^gfortran -c/,/^```/p' "$here/../../docs/fortran.md" | sed '/^```/d' >command
    tr ' ' '\n' <command | grep '\.f90$' | sort >named
    (cd sources && printf '%s\n' * | sort) | diff named - || fail "the sources that docs/fortran.md names"
    (cd sources && quietly bash -c "$(sed "s|^gfortran |'$fc' |" ../command)")
    # shellcheck disable=SC2046
    quietly "$fc" -Isources -o own "$here/stranger/main.f90" sources/*.o $(pkg-config --libs coldae)
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir coldae) ./own || fail "the sources compiled apart"
fi

mv "$prefix" moved
find moved -name 'libcoldae.so*' -delete
use moved
quietly "$cc" -o static "$here/stranger/main.c" $(pkg-config --static --cflags --libs coldae)
./static || fail static

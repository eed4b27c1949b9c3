# What README.md says works as it stands: its programs, its CMake project, its commands.
. "$(dirname "$0")/common.sh"
command -v pkg-config >/dev/null || { echo "no pkg-config"; exit 77; }
install_here
readme=$here/../../README.md
export PKG_CONFIG_PATH LD_LIBRARY_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name coldae.pc)")
LD_LIBRARY_PATH=$(pkg-config --variable=libdir coldae)

# block LANGUAGE: the first fenced block in that language; missing is an error
block() { awk -v start="\`\`\`$1" '$0 == start && !done {on = 1; next} /^```/ && on {on = 0; done = 1} on; END {exit !done}' "$readme"; }
# says PROGRAM: it runs and prints what the README prints
says() { "$1" >output || fail "$1"; diff expected output || fail "README.md shows another output than $1"; }

block text >expected
block c >bead.c
block fortran >bead.f90
block sh >commands
quietly "$cc" -std=c11 -Wall -Wextra -Wpedantic -Wno-unused-parameter -Werror bead.c -o strict \
    $(pkg-config --cflags --libs coldae) -lm
says ./strict
grep '^cc ' commands | sed "s|^cc |'$cc' |" >c.sh
quietly bash -e c.sh
says ./bead
if [ -n "$fc" ]; then
    rm bead
    grep '^gfortran ' commands | sed "s|^gfortran |'$fc' |" >fortran.sh
    quietly bash -e fortran.sh
    says ./bead
fi

mkdir project
cp bead.c project
block cmake >project/CMakeLists.txt
quietly cmake -S project -B user -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc"
quietly cmake --build user
says user/bead

# Its links lead somewhere.
grep -o '](\([^)]*\))' "$readme" | sed 's/](\(.*\))/\1/' | while read -r link; do
    case $link in http*) continue ;; esac
    [ -e "$(dirname "$readme")/${link%%#*}" ] || fail "link to $link"
done

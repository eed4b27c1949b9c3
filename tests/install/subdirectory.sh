# The source tree as a part of a stranger's project: nothing but the library is built.
. "$(dirname "$0")/common.sh"
quietly cmake -S "$here/subdirectory" -B user -DCMAKE_C_COMPILER="$cc"
quietly cmake --build user
user/program || fail program

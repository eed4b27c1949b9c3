# uninstall removes every file that install put there, and nothing else.  The manifest is made from the tree itself,
# because other tests install from the same build at the same time and overwrite the one in the build tree.
. "$(dirname "$0")/common.sh"
install_here
(cd "$prefix" && find . -type f -o -type l) | sed "s|^\.|$prefix|" >manifest
mkdir -p "$prefix/include/coldae/other" && echo mine >"$prefix/include/coldae/other/mine.h"
uninstall() { cmake -D MANIFEST="$1" -P "$here/../../cmake/uninstall.cmake"; }
quietly uninstall "$work/manifest"
left=$(find "$prefix" -type f -o -type l)
[ "$left" = "$prefix/include/coldae/other/mine.h" ] || fail "left behind: $left"
folders=$(find "$prefix" -depth -type d -name 'coldae*' -empty)
[ -z "$folders" ] || fail "empty folders: $folders"
if uninstall "$work/no_manifest" >log 2>&1; then fail "nothing was installed, and nobody said so"; fi
grep -q "nothing was installed" log || fail "words on a missing manifest"
grep -q "uninstall" "$build/Makefile" "$build/build.ninja" 2>/dev/null || fail "no target uninstall"

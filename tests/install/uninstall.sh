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
# However long the path is: the sentence may not be broken by it.
for nowhere in "$work/no_manifest" "$work/$(printf 'deep%.0s' {1..40})/no_manifest" /no_manifest; do
    if uninstall "$nowhere" >log 2>&1; then fail "nothing was installed, and nobody said so"; fi
    grep -q "nothing was installed" log || { cat log; fail "words on a missing manifest"; }
    grep -qF "$nowhere" log || { cat log; fail "the missing manifest is not named"; }
done
grep -q "uninstall" "$build/Makefile" "$build/build.ninja" 2>/dev/null || fail "no target uninstall"

# The binary interface is the recorded one: new functions may come, nothing else changes by accident.
. "$(dirname "$0")/common.sh"
command -v abidw >/dev/null && command -v abidiff >/dev/null || { echo "no abidw"; exit 77; }
abi=$here/../../packaging/abi
readelf -S "$build/libcoldae.so" >sections
grep -q '\.debug_info' sections || { echo "no debug information"; exit 77; }
quietly bash "$abi/record.sh" "$build/libcoldae.so" "$work/now.abi"
architecture() { grep -o "architecture='[^']*'" "$1"; }
[ "$(architecture now.abi)" = "$(architecture "$abi/libcoldae.abi")" ] || { echo "recorded for another architecture"; exit 77; }
abidiff --no-added-syms "$abi/libcoldae.abi" now.abi >log 2>&1 || { cat log
    fail "the binary interface has changed; if on purpose: packaging/abi/record.sh build/check/libcoldae.so packaging/abi/libcoldae.abi"; }

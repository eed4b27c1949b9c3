#!/usr/bin/env bash
# record.sh LIBRARY FILE - the binary interface of libcoldae.so as abidw (package abigail-tools) sees it
#   packaging/abi/record.sh build/check/libcoldae.so packaging/abi/libcoldae.abi
# LIBRARY has debug information (presets check, debug).  To be done anew when the interface has changed on purpose.
set -euo pipefail
include=$(cd "$(dirname "$0")/../../include/coldae" && pwd)
abidw --headers-dir "$include" --drop-private-types --drop-undefined-syms --no-corpus-path --no-comp-dir-path \
    --no-show-locs --no-elf-needed --type-id-style hash --out-file "$2" "$1"
sed -i -E "s| path='[^']*/([^'/]+)'| path='\\1'|" "$2" # no paths of this machine

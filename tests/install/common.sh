# common.sh - sourced by the install tests: NAME.sh BUILD WORK CC [FC]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1 work=$2 cc=$3 fc=${4-}
version=$(sed -n 's/^#define COLDAE_VERSION_[A-Z]* \([0-9]*\)/\1/p' "$here/../../include/coldae/coldae.h" | paste -sd.)
rm -rf "$work" && mkdir -p "$work" && cd "$work"

fail() { echo "FAILED: $*"; exit 1; }

# quietly COMMAND..: its output only if it fails
quietly() { "$@" >log 2>&1 || { cat log; fail "$*"; }; }

# Every test has an installation of its own, so that they can run at the same time.
prefix=$work/prefix
install_here() { quietly cmake --install "$build" --prefix "$prefix"; }

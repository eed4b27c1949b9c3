# common.sh - sourced by the tests of the documentation: NAME.sh SOURCE BUILD WORK ..
set -euo pipefail
source=$1 build=$2 work=$3
rm -rf "$work" && mkdir -p "$work"
fail() { echo "FAILED: $*"; exit 1; }
pages() { (cd "$source" && find . -maxdepth 1 -name '*.md' && find docs -name '*.md' && find bench packaging -name '*.md' 2>/dev/null || true) | sed 's|^\./||' | sort; }

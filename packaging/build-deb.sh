#!/usr/bin/env bash
# build-deb.sh DIR - build the Debian packages of this source tree in DIR (dpkg-dev, debhelper), check them with
# lintian where it is installed
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1" && cd "$1"
version=$(sed -n '1s/.*(\(.*\)-.*/\1/p' "$source/packaging/debian/changelog")
name=libcoldae-$version
rm -rf "$name" ./*.deb ./*.changes ./*.buildinfo ./*.dsc ./*.tar.*

# What git knows, else everything but build trees.
mkdir "$name"
(cd "$source" && { git ls-files -co --exclude-standard -z 2>/dev/null || find . -path ./build -prune -o -type f -print0; } |
    tar --null -T - --ignore-failed-read -cf - 2>/dev/null) | tar -xf - -C "$name"
tar -czf "libcoldae_$version.orig.tar.gz" "$name"
cp -r "$source/packaging/debian" "$name/debian"
(cd "$name" && dpkg-buildpackage -us -uc "${@:2}")
if command -v lintian >/dev/null; then
    lintian --fail-on error,warning --profile debian ./*.changes
fi

# The Debian packages build, lintian has no error and no warning, and what they contain works from where it is unpacked.
. "$(dirname "$0")/common.sh"
for program in dpkg-buildpackage dh lintian; do
    command -v $program >/dev/null || { echo "no $program"; exit 77; }
done
[ -n "$fc" ] || { echo "no Fortran"; exit 77; }
dpkg-checkbuilddeps "$here/../../packaging/debian/control" || exit 77
export DEB_BUILD_OPTIONS="nocheck noautodbgsym" # the examples have tests of their own
quietly bash "$here/../../packaging/build-deb.sh" "$work/packages"
for deb in packages/*.deb; do dpkg-deb -x "$deb" root; done
[ "$(find packages -name '*.deb' ! -name '*dbgsym*' | wc -l)" = 4 ] || fail "packages: $(ls packages)"
export LD_LIBRARY_PATH
LD_LIBRARY_PATH=$(dirname "$(find "$work/root/usr/lib" -name 'libcoldae.so.*' | head -1)")
root/usr/bin/coldae-gallery run bratu --demo | grep '^bratu|0|' >/dev/null || fail "coldae-gallery of the package"
"$cc" "$here/stranger/main.c" -Iroot/usr/include -L"$LD_LIBRARY_PATH" -lcoldae -lm -o stranger && ./stranger || fail "libcoldae-dev"
[ "$(sed -n '1s/.*(\(.*\)-.*/\1/p' "$here/../../packaging/debian/changelog")" = "$version" ] || fail "version of the packages"

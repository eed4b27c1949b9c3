# coldae-gallery in a tree that was moved: it finds its programs, they find the library, and a source that it prints
# compiles against the installed library.
. "$(dirname "$0")/common.sh"
install_here
mv "$prefix" moved
gallery=$work/moved/bin/coldae-gallery
[ -x "$gallery" ] || fail "no $gallery"
quietly "$gallery" list
env -u LD_LIBRARY_PATH "$gallery" run bratu --demo | grep '^bratu|0|' >/dev/null || fail "run bratu"
man=$(find moved -name coldae-gallery.1)
[ -n "$man" ] || fail "no man page"
! command -v man >/dev/null || quietly man --warnings -l "$man"

command -v pkg-config >/dev/null || exit 0
export PKG_CONFIG_PATH LD_LIBRARY_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name coldae.pc)")
LD_LIBRARY_PATH=$(pkg-config --variable=libdir coldae)
for file in beam.c show.h show.c show_plot.c trace.h trace.c; do "$gallery" source "$file" >"$file"; done
# shellcheck disable=SC2046
quietly "$cc" beam.c show.c show_plot.c trace.c -o beam $(pkg-config --cflags --libs coldae) -lm
./beam --demo | grep '^beam|0|' >/dev/null || fail "the printed source"

# The site builds without a warning of Doxygen, and none of its links is dead.   site.sh SOURCE BUILD WORK
. "$(dirname "$0")/common.sh"
doxygen=$(command -v doxygen) && [ -f "$build/docs/Doxyfile" ] || { echo "no doxygen"; exit 77; }
sed "s|$build/docs|$work|g" "$build/docs/Doxyfile" >"$work/Doxyfile"
bash "$source/docs/build_site.sh" "$source" "$work" "$build/bin/coldae-gallery" "$doxygen" || fail "the site does not build"
cd "$work/html"
[ -f index.html ] || fail "no index.html"
bad=0 count=0
for page in *.html; do
    while read -r link; do
        case $link in http:* | https:* | mailto:* | javascript:*) continue ;; esac
        count=$((count + 1))
        file=${link%%#*}
        [ -e "${file:-$page}" ] || { echo "$page: $link: no such file"; bad=1; continue; }
        [[ $link != *#?* ]] || grep -qE "(id|name)=\"${link#*#}\"" "${file:-$page}" || { echo "$page: $link: no such place"; bad=1; }
    done < <(grep -oE '(href|src)="[^"]+"' "$page" | sed -E 's/^[a-z]+="(.*)"$/\1/' | sort -u)
done
[ $bad = 0 ] || fail "dead links"
[ $count -gt 500 ] || fail "only $count links found"
for name in $("$build/bin/coldae-gallery" list | awk 'NR > 1 {print $1}'); do
    ! command -v gnuplot >/dev/null || grep -q '</svg>' "$name.svg" || fail "no picture $name.svg"
    grep -qlF "coldae-gallery run $name" ./*.html || fail "no page on $name"
done
echo "$count links"

# Every relative link in a Markdown page leads to a file, and every #anchor to a heading.
. "$(dirname "$0")/common.sh"
cd "$source"
# anchors PAGE: its headings as GitHub writes them: lower case, punctuation gone, blanks to hyphens
anchors() {
    awk '/^```/{code = !code} !code && /^#+ /{sub(/^#+ +/, ""); print}' "$1" | sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g' |
        tr '[:upper:]' '[:lower:]' | sed -E 's/[^[:alnum:] _-]//g; s/ /-/g'
    grep -oE '<a (id|name)="[^"]+"' "$1" | sed -E 's/.*"([^"]+)"/\1/' || true
}
bad=0 count=0
for page in $(pages); do
    while read -r link; do
        case $link in http:* | https:* | mailto:*) continue ;; esac
        count=$((count + 1))
        file=${link%%#*} target=$page
        [ -z "$file" ] || target=$(dirname "$page")/$file
        if [ ! -e "$target" ]; then
            echo "$page: $link: no such file"
            bad=1
        elif [[ $link == *#* ]] && ! grep -qxF -- "${link#*#}" <<<"$(anchors "$target")"; then
            echo "$page: $link: no such heading"
            bad=1
        fi
    done < <(awk '/^```/{code = !code} !code' "$page" | tr '\n' ' ' | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\((.*)\)$/\1/')
done
[ $bad = 0 ] || fail "dead links"
[ $count -gt 50 ] || fail "only $count links found"
echo "$count links"

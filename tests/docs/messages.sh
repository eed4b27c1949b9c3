# docs/troubleshooting.md: every status has a section, and every message that it quotes is one of the library.
. "$(dirname "$0")/common.sh"
page=$source/docs/troubleshooting.md
for status in $(grep -oE 'COLDAE_(OK|ERR_[A-Z_]+)' "$source/include/coldae/coldae.h" | sort -u); do
    grep -q "^## $status" "$page" || fail "no section on $status"
done
# All string literals, pieces of one message joined, formats as ".."
cat "$source"/src/*.c | tr '\n' ' ' | sed -E 's/"[[:space:]]+"//g; s/%-?[.0-9]*(l|ll|z)?[a-zA-Z]/../g' >"$work/texts"
bad=0 count=0
while IFS= read -r quoted; do
    count=$((count + 1))
    # each stretch between two ".." must be somewhere in the sources
    while IFS= read -r piece; do
        [ "${#piece}" -lt 4 ] || grep -qF -- "$piece" "$work/texts" || { echo "not a message: $quoted ('$piece')"; bad=1; }
    done < <(sed 's/\.\./\n/g' <<<"$quoted" | sed -E 's/^ +| +$//g')
done < <(grep '^|' "$page" | awk -F'|' '{print $2}' | grep -oE '`[^`]+`' | tr -d '`')
[ $bad = 0 ] || fail "messages that the library does not have"
[ $count -gt 30 ] || fail "only $count messages"
echo "$count messages"

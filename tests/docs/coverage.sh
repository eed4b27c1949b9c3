# Each public function and field appears in a compiled example or in a code block of the documentation.
. "$(dirname "$0")/common.sh"
cd "$source"
find examples docs -name '*.c' -o -name '*.f90' | xargs cat >"$work/code"
for page in $(pages); do awk '/^```(c|fortran)$/{on = 1; next} /^```/{on = 0} on' "$page"; done >>"$work/code"
bad=0 count=0
for header in include/coldae/*.h; do
    # a header that no example uses yet is not judged; coldae.h always is
    [ "$header" = include/coldae/coldae.h ] || grep -q "${header#include/}" "$work/code" || continue
    for name in $(sed -n 's/^COLDAE_API .*[ *]\(coldae_[a-z_0-9]*\)(.*/\1/p' "$header"); do
        count=$((count + 1))
        grep -qw "$name" "$work/code" || { echo "$header: $name appears in no example"; bad=1; }
    done
    # fields: comments away, then the declarators of each member of a struct
    fields=$(tr '\n' ' ' <"$header" | sed -E 's@/\*([^*]|\*+[^*/])*\*+/@@g' |
        grep -oE 'typedef struct [a-z0-9_]+ \{[^}]*\}' | sed -E 's/.*\{//; s/\}//' | tr ';' '\n' |
        sed -E 's/^ *(const )?(unsigned )?[a-z0-9_]+ //; s/\[[^]]*\]//g; s/[*]//g; s/const //g' | tr ',' '\n' | tr -d ' ' |
        grep -E '^[a-z_0-9]+$' | grep -vx dense | sort -u) # dense: between the library and itself
    for name in $fields; do
        count=$((count + 1))
        grep -qE "(\.|->|%)$name\b" "$work/code" || { echo "$header: field $name appears in no example"; bad=1; }
    done
done
[ $bad = 0 ] || fail "not in any example"
[ $count -gt 80 ] || fail "only $count names found"
echo "$count names"

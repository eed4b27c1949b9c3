# Every C and Fortran block of the Markdown pages compiles; what is a program runs.  README.md has a test of its own
# (install.readme).   blocks.sh SOURCE BUILD WORK CC [FC]
. "$(dirname "$0")/common.sh"
cc=$4 fc=${5-}
cd "$work"
headers=$(cd "$source/include" && ls coldae/*.h)

# Each block to a file page_line.c or page_line.f90
for page in $(pages | grep -v '^README.md$'); do
    name=$(tr '/' '_' <<<"${page%.md}")
    awk -v name="$name" '/^```(c|fortran)$/ && !on {on = 1; file = name "_" NR ($0 ~ /fortran/ ? ".f90" : ".c"); printf "" >file; next}
        /^```/ && on {on = 0; close(file); next} on {print >file}' "$source/$page"
done

# What pieces may take for granted, and how to compile them: whole files, functions, or statements.
prefix() {
    for header in $headers; do echo "#include <$header>"; done
    printf '#include <%s>\n' math.h stdio.h stdlib.h string.h
}
context='coldae_problem problem; coldae_options options; coldae_info info; coldae_solution *solution = NULL; coldae_status status;'
flags="-std=c11 -Wall -Wextra -Wpedantic -Werror -Wno-unused -Wno-unused-parameter -I$source/include"
whole=0 parts=0 bad=0
library=$(find "$build" -maxdepth 1 -name 'libcoldae.so' | head -1)
[ -n "$library" ] || { echo "no shared library"; exit 77; }
for file in *.c; do
    if grep -q '^int main' "$file"; then
        # shellcheck disable=SC2086
        "$cc" $flags "$file" -o program -L"$build" -lcoldae -lm -Wl,-rpath,"$build" || { echo "$file does not compile"; bad=1; continue; }
        ./program >output || { cat output; echo "$file does not run"; bad=1; }
        whole=$((whole + 1))
        continue
    fi
    if grep -q '^{' "$file"; then
        { prefix; cat "$file"; } >piece.c
    else
        { prefix; echo "void piece(void); void piece(void) { $context {"; cat "$file"; echo '} }'; } >piece.c
    fi
    # shellcheck disable=SC2086
    "$cc" $flags -Wno-uninitialized -Wno-maybe-uninitialized -c piece.c -o piece.o || { echo "$file does not compile"; bad=1; continue; }
    parts=$((parts + 1))
done
for file in *.f90; do
    [ -e "$file" ] && [ -n "$fc" ] || continue
    if grep -q '^program' "$file"; then
        "$fc" "$file" -o program -I"$build/fortran/modules" -L"$build/fortran" -L"$build" -lcoldae_fortran -lcoldae \
            -Wl,-rpath,"$build/fortran" -Wl,-rpath,"$build" || { echo "$file does not compile"; bad=1; continue; }
        ./program >output || { cat output; echo "$file does not run"; bad=1; }
        whole=$((whole + 1))
    else
        "$fc" -c "$file" -o piece.o -I"$build/fortran/modules" || { echo "$file does not compile"; bad=1; continue; }
        parts=$((parts + 1))
    fi
done
[ $bad = 0 ] || fail "blocks that do not work"
[ $((whole + parts)) -ge 12 ] || fail "only $((whole + parts)) blocks found"
echo "$whole programs, $parts pieces"

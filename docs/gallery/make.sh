#!/usr/bin/env bash
# make.sh GALLERY DIR [site] - write a page for every example: picture, command, output, source
#   docs/gallery/make.sh build/release/bin/coldae-gallery docs/gallery      the pages of the repository
#   .. site: for the documentation site, with the sources inside the pages
set -euo pipefail
gallery=$1 dir=$2 kind=${3-}
mkdir -p "$dir"
"$gallery" all --plots "$dir" >/dev/null
index=$dir/README.md
cat >"$index" <<'END'
# Gallery

One problem, one lesson, one page. `coldae-gallery list` prints this table, `coldae-gallery run NAME` solves an
example, `coldae-gallery source NAME` prints its source to start from.

| example | class | index | what it teaches |
| --- | --- | --- | --- |
END
"$gallery" list | tail -n +2 | while IFS= read -r line; do
    name=${line%% *}
    sed -E 's/  +/|/g' <<<"$line" | awk -F'|' '{printf "| [%s](%s.md) | %s | %s | %s |\n", $1, $1, $2, $3, $4}' >>"$index"
    {
        echo "# $name: $(sed -E 's/  +/|/g' <<<"$line" | cut -d'|' -f4)"
        echo
        "$gallery" source "$name" | awk '/^ \*\//{over = 1} NR > 2 && !over && !/^ \* Class: / {sub(/^ \* ?/, ""); print}' |
            awk 'NF {begun = 1} begun' | sed -E 's/^(Problem|Lesson|Copy):/**\1:**/'
        echo
        echo "![$name]($name.svg)"
        echo
        echo "Run it:"
        echo
        echo '```sh'
        echo "coldae-gallery run $name --plot $name.svg"
        echo '```'
        echo
        echo "It prints"
        echo
        echo '```text'
        "$gallery" run "$name" 2>&1
        echo '```'
        echo
        if [ "$kind" = site ]; then
            echo '```c'
            "$gallery" source "$name"
            echo '```'
        else
            echo "Source: [examples/c/$name.c](../../examples/c/$name.c). [All examples](README.md)"
        fi
    } >"$dir/$name.md"
done
if [ "$kind" != site ]; then
    cat >>"$index" <<'END'

Figures of the papers, from the program `paper_tables` in the build tree:

| picture | what it shows | command |
| --- | --- | --- |
| [fig5.1.svg](fig5.1.svg) | index 2 with a layer, mesh selected from the unprojected solution (Figure 5.1 of Ascher & Spiteri) | `paper_tables 001-fig5.1 --plot fig5.1.svg` |
| [fig5.2.svg](fig5.2.svg) | the same, mesh selected from the projected solution (Figure 5.2) | `paper_tables 001-fig5.2 --plot fig5.2.svg` |
| [003-fig2.svg](003-fig2.svg) | d1 and d2 of the pendulum without and with projection (Figure 2 of Schropp) | `paper_tables 003-fig2 --plot 003-fig2.svg` |
| [003-fig3.svg](003-fig3.svg) | d3 of the pendulum (Figure 3) | `paper_tables 003-fig3 --plot 003-fig3.svg` |
| [003-fig5.svg](003-fig5.svg) | d1 and d2 of Andrews' squeezing mechanism (Figure 5) | `paper_tables 003-fig5 --plot 003-fig5.svg` |
END
fi

#!/usr/bin/env bash
# build_site.sh SOURCE SITE GALLERY DOXYGEN - what the target docs runs; a warning of Doxygen is an error
set -euo pipefail
source=$1 site=$2 gallery=$3 doxygen=$4
rm -rf "$site/pages" "$site/html" "$site/warnings.log"
mkdir -p "$site/pages/docs/gallery"

# The pages of the repository, and gallery pages made anew with their sources.  Files that are no pages are linked
# where they stand in the source tree: put a copy into html/files.
cp "$source"/*.md "$site/pages"
cp "$source"/docs/*.md "$site/pages/docs"
mkdir -p "$site/pages/bench" && cp -r "$source"/bench/*.md "$source"/bench/plots "$site/pages/bench"
cp "$source"/docs/gallery/fig*.svg "$site/pages/docs/gallery"
bash "$source/docs/gallery/make.sh" "$gallery" "$site/pages/docs/gallery" site

mkdir -p "$site/html/files"
cd "$site/pages"
find . -name '*.md' | while read -r page; do
    dir=$(dirname "$page")
    { grep -oE '\]\([^) #]+\)' "$page" || true; } | sed -E 's/^\]\((.*)\)$/\1/' | sort -u | while read -r link; do
        case $link in http* | *.md | *.svg) continue ;; esac
        target=$(cd "$source/$dir" && realpath --relative-to="$source" -m "$link")
        [ -e "$source/$target" ] || continue # no link, but z[0](s) or the like
        mkdir -p "$site/html/files/$(dirname "$target")"
        if [ -d "$source/$target" ]; then # a folder: a list of its files
            mkdir -p "$site/html/files/$target"
            (cd "$source/$target" && find . -type f | sort) >"$site/html/files/$target/index.txt"
            new=files/$target/index.txt
        else
            cp "$source/$target" "$site/html/files/$target"
            new=files/$target
        fi
        sed -i "s|](${link})|](${new})|g" "$page"
    done
done

# Headings get names, page-heading, and links to them lead there: GitHub's way of naming them is not Doxygen's.
find . -name '*.md' | while read -r page; do
    name=$(basename "$page" .md)
    awk -v name="$name" '
        /^```/ { code = !code }
        !code && /^##+ / {
            slug = tolower($0)
            sub(/^#+ +/, "", slug)
            gsub(/[^a-z0-9 _-]/, "", slug)
            gsub(/ /, "-", slug)
            $0 = $0 " {#" name "-" slug "}"
        }
        !code {
            gsub(/\]\(#/, "](#" name "-")
            while (match($0, /\]\([a-z0-9_\/.-]+\.md#/)) {
                link = substr($0, RSTART + 2, RLENGTH - 6)
                sub(/.*\//, "", link)
                $0 = substr($0, 1, RSTART + 1) "#" link "-" substr($0, RSTART + RLENGTH)
            }
        }
        { print }' "$page" >"$page.new"
    mv "$page.new" "$page"
done

"$doxygen" "$site/Doxyfile"
cp "$site"/pages/docs/gallery/*.svg "$site"/pages/bench/plots/*.svg "$site/html"
if [ -s "$site/warnings.log" ]; then
    cat "$site/warnings.log"
    exit 1
fi

#!/usr/bin/env bash
# test.sh GALLERY WORK SLOW: every command and option of coldae-gallery, right and wrong
set -euo pipefail
gallery=$1 work=$2 slow=$3
rm -rf "$work" && mkdir -p "$work" && cd "$work"

fail() { echo "FAILED: $*"; exit 1; }
# expect CODE WORDS COMMAND..: the exit code, and words somewhere in the output
expect() {
    local code=0
    "${@:3}" >out 2>err || code=$?
    [ "$code" = "$1" ] || { cat out err; fail "exit code $code instead of $1: ${*:3}"; }
    grep -qF -- "$2" out err || { cat out err; fail "no '$2' from: ${*:3}"; }
}

expect 0 "what it teaches" "$gallery" list
names=$(awk 'NR > 1 {print $1}' out)
[ "$(wc -w <<<"$names")" -ge 20 ] || fail "a list of $(wc -w <<<"$names") examples"
if grep -E '^[a-z0-9_]+ +- ' out; then fail "an example without the line ' * Class: .., index ..' in its head comment"; fi
for name in $names; do
    expect 0 "/* $name.c - " "$gallery" source "$name"
    expect 0 "this example has" "$gallery" run "$name" --set help
done
expect 0 "program" "$gallery" source bratu.f90
expect 0 "program" "$gallery" source coldae_style.f90
expect 2 "there is no example" "$gallery" source control.f90
expect 2 "there is no example" "$gallery" source ../c/bratu
expect 2 "there is no example" "$gallery" source bratu.txt
expect 0 "show_parse" "$gallery" source show.h

# Wrong names, commands, options and values.
expect 2 "do you mean bratu?" "$gallery" run brtau
expect 2 "semiconductor_subsonic or semiconductor_transonic" "$gallery" source semiconductor
expect 2 "no such command" "$gallery" draw
expect 2 "coldae-gallery: a command is needed" "$gallery"
[ "$(grep -c 'coldae-gallery: coldae-gallery' err)" = 0 ] || fail "the name twice"
expect 2 "no further arguments" "$gallery" list all
expect 2 "a NAME is needed" "$gallery" run
expect 2 "no such option" "$gallery" all --plot .
expect 2 "no such option" "$gallery" run bratu --tolerance 1
expect 2 "its value is missing" "$gallery" run bratu --tol
expect 2 "below 1" "$gallery" run bratu --tol 2
expect 2 "not a number" "$gallery" run bratu --tol nan
expect 2 "--set lambda=much: not a number" "$gallery" run bratu --set lambda=much
expect 2 "--set lambda=: not a number" "$gallery" run bratu --set lambda=
expect 2 "NAME=VALUE" "$gallery" run bratu --set lambda
expect 2 "lambda=1" "$gallery" run bratu --set mu=1
expect 2 "outside" "$gallery" run bratu --set lambda=-1
expect 2 "gauss or radau" "$gallery" run bratu --points lobatto
expect 2 "whole number" "$gallery" run bratu --k 2.5
expect 2 "does not end in" "$gallery" run bratu --plot bratu.gif
expect 1 "cannot write" "$gallery" run bratu --csv missing/bratu.csv
expect 1 "cannot write" "$gallery" run bratu --save missing/bratu.coldae
expect 1 "cannot make" "$gallery" all --plots missing/plots

# What the options do.
expect 0 "error" "$gallery" run bratu --tol 1e-10 --k 5 --points radau --set lambda=2 --csv b.csv --save b.coldae
head -1 b.csv | grep -qx "t,u0,u0'" || fail "head of the table: $(head -1 b.csv)"
[ "$(wc -l <b.csv)" -gt 20 ] || fail "length of the table"
[ -s b.coldae ] || fail "nothing saved"
expect 0 "bratu|0|1e-10|" "$gallery" run bratu --demo --tol 1e-10
expect 1 "bratu:" "$gallery" run bratu --set lambda=3.6
expect 0 "usage" "$gallery" --help
expect 0 "usage: coldae-gallery run bratu" "$gallery" run bratu --help
expect 0 "coldae-gallery " "$gallery" --version

# Every example at every tolerance that it takes; 2: it has no such option.
for tol in 1e-3 1e-4 1e-8 1e-10; do
    for name in $names; do
        code=0
        "$gallery" run "$name" --demo --tol "$tol" >out 2>err || code=$?
        [ "$code" = 0 ] || { [ "$code" = 2 ] && grep -q "no such option" err; } || { cat err; fail "$name --tol $tol"; }
    done
done

# All of them, with plots where there is gnuplot; without it a message and no failure.
expect 0 "name|index" "$gallery" all --plots plots
[ "$(wc -l <out)" = "$(($(wc -w <<<"$names") + 1))" ] || fail "all gives $(wc -l <out) lines"
if command -v gnuplot >/dev/null; then
    for name in $names; do
        grep -q '</svg>' "plots/$name.svg" || fail "plots/$name.svg is not complete"
    done
    for ending in png pdf; do
        expect 0 "error" "$gallery" run index2 --plot "index2.$ending"
        [ -s "index2.$ending" ] || fail "index2.$ending is empty"
    done
    expect 1 "cannot write" "$gallery" run bratu --plot missing/bratu.svg
fi
# The progress line of a solve, a march, constrained motion and sequential regularization: on a terminal, and gone at the
# end, also where an observer stops; nothing without a terminal.
for run in "kind=0" "kind=1" "kind=2" "kind=3" "kind=1 --set stop=1"; do
    # shellcheck disable=SC2086 # two options
    "$slow" --set $run >out 2>err & # both at once: they only sleep
    on_terminal=0
    ! command -v script >/dev/null || script -qec "$slow --set $run" terminal >/dev/null </dev/null || on_terminal=$?
    wait $! || { cat out err; fail "exit code of slow_solve, $run"; }
    [ ! -s err ] || fail "progress without a terminal, $run"
    command -v script >/dev/null || continue
    [ $on_terminal = 0 ] || fail "on a terminal, $run"
    case $run in kind=0) words='Newton step' ;; *) words='t = 0\.[0-9]* of 1, step [0-9]' ;; esac
    grep -q "$words" terminal || { cat -v terminal; fail "no progress line on a terminal, $run"; }
    # what stands behind the last clearing: the line of the program, and nothing of the progress
    last=$(cat -v terminal | sed -n 's/.*\^\[\[2K\^M//p' | tail -n 1)
    [ "${last%^M}" = "$(cat out)" ] || { cat -v terminal; fail "the progress line stays, $run"; }
done

mkdir -p nothing
expect 0 "gnuplot is not installed" env PATH="$work/nothing" "$gallery" run bratu --plot none.svg
echo "$(wc -w <<<"$names") examples"

#!/usr/bin/env bash
# ivp.sh [FILE] - constrained motion beside RADAU5: build with -O2, run, and write the tables to FILE (bench/results_ivp.md).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
file=${1:-$here/results_ivp.md}
build=$here/../build/bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake -S "$here/.." -B "$build" -D CMAKE_BUILD_TYPE=RelWithDebInfo -D COLDAE_TESTS=OFF -D COLDAE_EXAMPLES=OFF \
      -D COLDAE_FORTRAN=OFF >"$work/log" 2>&1 && cmake --build "$build" -j --target bench_ivp >>"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
bench=$build/bench/bench_ivp

"$bench" rows | while read -r name tol theirs; do
    ours=$(valgrind --tool=callgrind --toggle-collect=coldae_index3 --callgrind-out-file=/dev/null \
               "$bench" run "$name" "$tol" 1 2>&1 >/dev/null | awk '/Collected/ {print $4}')
    echo "$name $tol ${ours:-nan} $theirs"
done | awk '
    { ratio = $3 / 1e6 / $4; n++; sum += log(ratio); fewer += ratio <= 1
      printf "| %s | %s | %.2f | %.2f | %.2f |\n", $1, $2, $3 / 1e6, $4, ratio }
    END { printf "\nOurs over those of RADAU5, geometric mean of %d rows: %.2f; fewer in %d rows.\n", n, exp(sum / n), fewer }' >"$work/ir"

cat >"$file" <<TEXT
# Constrained motion beside RADAU5

Written by \`bench/ivp.sh\`.  RADAU5 (gfortran -O2) does not project; \`coldae_index3\` projects positions and velocities
after each step, and its evaluations of g in the projection are not in column f.  pendulum: Schropp (4.1) with the printed
factor 2, [0, 20], Jacobian given; andrews03, andrews05: Andrews' squeezing mechanism to t = 0.03 and 0.05, only M, G and
its transpose in the Jacobian, 27 unknowns for RADAU5 and 20 here.  Tolerances as given (both integrators take
0.1 tol^(2/3) for a step), first step 1e-6.

## Evaluations and errors

$("$bench" table)

## Instructions

Callgrind, one integration, callbacks included, million.

| problem | tol | ours | RADAU5 | ratio |
|---|---|---|---|---|
$(cat "$work/ir")
TEXT
echo "wrote $file"

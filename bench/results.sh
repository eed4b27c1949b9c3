#!/usr/bin/env bash
# results.sh [FILE] - build the benchmark program with -O2, run it, and write the tables to FILE (bench/RESULTS.md); the
# curves of bench scale go to the folder plots beside FILE, where gnuplot is installed.
# The section "Remarks" at the end of FILE is written by hand and kept: compare it with the new tables.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
file=${1:-$here/RESULTS.md}
build=$here/../build/bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake -S "$here/.." -B "$build" -D CMAKE_BUILD_TYPE=RelWithDebInfo -D COLDAE_TESTS=OFF -D COLDAE_EXAMPLES=OFF \
      -D COLDAE_FORTRAN=OFF >"$work/log" 2>&1 && cmake --build "$build" -j --target bench >>"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
bench=$build/bench/bench

"$bench" table --tol all --k peers >"$work/table"
"$bench" auto >"$work/auto"
"$bench" hard >"$work/hard"
"$bench" kernels >"$work/kernels"
"$bench" scale >"$work/scale"
"$bench" times >"$work/times"
load=$(cut -d' ' -f1 /proc/loadavg)
plots=$(dirname "$file")/plots
"$here/plots.sh" "$work/scale" "$plots"
"${PYTHON:-python3}" "$here/peers_scipy.py" "$bench" >"$work/scipy" || echo "(not measured: no python3)" >"$work/scipy"
if command -v valgrind >/dev/null; then
    "$here/ir.sh" "$bench" >"$work/ir"
    "$here/growth.sh" "$bench" >"$work/growth"
else
    echo "(not measured: no valgrind)" | tee "$work/growth" >"$work/ir"
fi

# The sentence under each table is also said at the top.
rows() { grep '^|' "$work/$1" || true; }
words() { grep -v '^|' "$work/$1" | grep . || true; }
# picture NAME WORDS: a line with a plot, or why there is none
picture() {
    if command -v gnuplot >/dev/null; then
        echo "![$2](plots/scale_$1.svg)"
    else
        echo "($2: not drawn, no gnuplot)"
    fi
}
remarks() { [ ! -f "$file" ] || sed -n '/^## Remarks/,$p' "$file"; }
cat >"$work/results" <<TEXT
# Where we stand

Written by \`bench/results.sh\`; only the remarks at the end are written by hand.  "Original" is COLDAE in
Fortran 77 (gfortran -O2) with the same problem, tolerance, guess, first mesh and, in the first table, the same k.

- The same k: $(words table)
- Our own k: $(words auto)
- $(words hard)
- $(words ir)
- $(words times)
- $(words scipy)

Errors are max |u - u*|/(1 + |u*|) over 1001 equidistant, mesh and inner points.  "est/true" is the estimated error
over the true one.  A status with N, EVAL or ERROR marks a row above the limits just named.

Constrained motion beside RADAU5: [results_ivp.md](results_ivp.md), written by \`bench/ivp.sh\`.

To reproduce:

    bench/results.sh                         # all of it, a few minutes
    build/bench/bench/bench table --tol all --k peers
    build/bench/bench/bench auto
    build/bench/bench/bench hard
    bench/ir.sh build/bench/bench/bench      # needs valgrind
    bench/growth.sh build/bench/bench/bench
    build/bench/bench/bench times
    build/bench/bench/bench kernels
    build/bench/bench/bench scale >scale && bench/plots.sh scale bench/plots   # needs gnuplot
    bench/peers_scipy.py build/bench/bench/bench   # needs scipy; PYTHON=... bench/results.sh chooses the interpreter
    build/bench/bench/bench run b20 --tol 1e-8 --k 4 --trace

## The same k as the original

$(rows table)

## k chosen by the library

"Best of the original" is its cheaper run among the listed k.

$(rows auto)

## Harder parameters, tolerance 1e-6, first mesh of 10

Each with the k of the original, then with the library's own.

$(rows hard)

## Instructions

Callgrind, one solve, callbacks included; both compiled with -O2, our kernels with -O3 and, as callgrind offers it, for
AVX2.

$(rows ir)

### On one fixed mesh

$(cat "$work/growth")

## Times beside the original's

The original's were recorded once on one core of an AMD Zen 4: 70 us for a million instructions on small systems, and
those of chain100. Ours are the least of many runs on this machine ($(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2- | xargs)).

$(rows times)

## Beside scipy

solve_bvp with the same equations, Jacobians, guess and first mesh; its tolerance is the one of a series, a factor of
sqrt(10) apart, whose true error comes closest to ours from above. No figures: already its loosest tolerance is more
accurate than we are. Least of several runs.

$(rows scipy)

## Kernels

Dense local matrices of order n with nb columns of Gamma and gamma, one core, 2/3 n³ + 2 n² nb operations, in 10⁹ a
second: four subintervals side by side, as the library does it, one matrix at a time by its rows, and LAPACK as installed
here. \`bench kernels\` repeats the table.

$(rows kernels)

## Times

$(nproc --all) processors, load $load at the end of these runs, 1 to 2 of it their own: other work on the machine spoils the
figures, most of all those with two threads. \`bench sweep\` repeats the last table.

$(picture n "time for each subinterval against N")
$(picture d "time for each subinterval against d")
$(picture k "time for each subinterval against k")
$(picture threads "speed-up with two threads, whole solve and sweep alone")

b15, b31, chain and cap are ordinary differential equations, dchain has index 1, ex3_1 index 2. "The sweep alone" is the
linearisation of all subintervals (f and df, local elimination, projection) without conditions and global solve.
$(cat "$work/scale")

$(remarks)
TEXT
mv "$work/results" "$file"
echo "wrote $file"

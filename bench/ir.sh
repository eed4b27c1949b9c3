#!/usr/bin/env bash
# ir.sh BENCH [--quick] - instructions of one coldae_solve beside the original's, in million, by callgrind.
# BENCH is the benchmark program, compiled with -O2 as the original was.  --quick leaves out more than 40 equations.
set -eu
bench=$1
limit=1000000
[ "${2:-}" = --quick ] && limit=40
echo "| problem | tol | k | Ir [million] | original | ratio |"
echo "|---|---|---|---|---|---|"
"$bench" rows | while read -r name tol k size original; do
    if [ "$original" = nan ] || [ "$size" -gt "$limit" ]; then
        continue
    fi
    ours=$(valgrind --tool=callgrind --toggle-collect=coldae_solve --callgrind-out-file=/dev/null \
               "$bench" run "$name" --tol "$tol" --k "$k" 2>&1 >/dev/null | awk '/Collected/ {print $4}')
    echo "$name $tol $k ${ours:-nan} $original"
done | awk '
    { ratio = $4 / 1e6 / $5; n++; sum += log(ratio); fewer += ratio <= 1; if (ratio > most) { most = ratio; at = $1 }
      printf "| %s | %s | %s | %.3f | %.3f | %.2f |\n", $1, $2, $3, $4 / 1e6, $5, ratio; fflush() }
    END { if (n) printf "\nInstructions over those of the original, geometric mean of %d rows: %.2f; no more than the " \
                        "original in %d rows; at worst %.1f times (%s).\n", n, exp(sum / n), fewer, most, at }'

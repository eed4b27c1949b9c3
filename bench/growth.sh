#!/usr/bin/env bash
# growth.sh BENCH - instructions of one coldae_solve on a fixed mesh of 100, 1000 and 10000 subintervals, by callgrind.
set -eu
bench=$1
echo "| problem | N | Ir [million] | Ir per subinterval | over N = 1000 |"
echo "|---|---|---|---|---|"
for name in b15 b31 ex3_1; do
    for n in 100 1000 10000; do
        ours=$(valgrind --tool=callgrind --toggle-collect=coldae_solve --callgrind-out-file=/dev/null \
                   "$bench" run "$name" --tol 1e-5 --k 4 --n0 "$n" --fixed 2>&1 >/dev/null | awk '/Collected/ {print $4}')
        echo "$name $n ${ours:-nan}"
    done
done | awk '{ name[NR] = $1; n[NR] = $2; ir[NR] = $3; if ($2 == 1000) at[$1] = $3 / $2 }
    END { for (i = 1; i <= NR; i++)
              printf "| %s | %d | %.3f | %.0f | %.3f |\n", name[i], n[i], ir[i] / 1e6, ir[i] / n[i], ir[i] / n[i] / at[name[i]] }'

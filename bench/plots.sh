#!/usr/bin/env bash
# plots.sh FILE DIR - draw the tables of bench scale in FILE (its output, or RESULTS.md) as scale_*.svg in DIR.
# Without gnuplot it says so and draws nothing.
set -eu
file=$1 dir=$2
if ! command -v gnuplot >/dev/null; then
    echo "plots: gnuplot is not installed (package gnuplot); no plots in $dir"
    exit 0
fi
mkdir -p "$dir"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# table TITLE X Y NAME: the data NAME, a block with a name on top for each problem; X and Y are the heads of columns, or
# us/N/factor
table() {
    awk -F'|' -v title="### $1" -v x="$2" -v y="$3" '
        /^#/ { inside = $0 == title; heads = 0 }
        !inside || !/^\|/ || /^\|--/ { next }
        { for (i = 2; i < NF; i++) gsub(/^ +| +$/, "", $i) }
        !heads { for (i = 2; i < NF; i++) at[$i] = i; heads = 1; next }
        $2 != last {
            d = x == "d" ? "" : ", d=" $at["d"]
            m = $at["m"] == 0 ? "" : ", m=" (x == "d" ? "d" : $at["m"])
            printf "%s\"%s%s%s\"\n", last == "" ? "" : "\n\n", $2, d, m
            last = $2
        }
        { print $at[x], y == "us/N/factor" ? $at["us/N"] / $at["factor"] : $at[y] }' "$file" >"$work/$4"
    [ -s "$work/$4" ] || { echo "plots: no table '$1' in $file"; exit 1; }
}
table "Growing mesh" N us/N/factor n
table "Growing system, N = 20" d us/N/factor d
table "Growing order, N = 200" k us/N/factor k
table "Two threads" N "one thread over two" threads
table "Two threads, the sweep alone" N "one thread over two" sweep

# draw NAME WIDTH: the commands on stdin
draw() {
    gnuplot - <<END || { echo "plots: gnuplot failed; no scale_$1.svg"; exit 1; }
set encoding utf8
set terminal svg size $2,480 font 'Helvetica,14' background rgb 'white' noenhanced
set output '$dir/scale_$1.svg'
set grid lt 1 lw 1 lc rgb '#cccccc'
set bmargin 6.5
set rmargin 4
set key at graph 0.5, graph -0.24 center top horizontal reverse Left samplen 1.5 width -1 maxcols 3
set style data linespoints
set linetype 1 lc rgb '#0072B2' pt 7 lw 2
set linetype 2 lc rgb '#D55E00' pt 5 lw 2
set linetype 3 lc rgb '#009E73' pt 9 lw 2
set linetype 4 lc rgb '#CC79A7' pt 13 lw 2
set linetype 5 lc rgb '#E69F00' pt 11 lw 2
set linetype 9 lc rgb '#666666' dt 2 lw 1.5
step = 'µs for each subinterval and factorisation'
curves(name) = int(system("grep -c '\"' '$work/" . name . "'"))
$(cat)
END
}
draw n 640 <<END
set title 'Growing mesh: k = 4, one thread'
set xlabel 'subintervals N'
set ylabel step
set logscale xy
set xrange [80:12500]
plot for [i=0:curves('n')-1] '$work/n' index i lt i+1 title columnheader(1)
END
draw d 640 <<END
set title 'Growing system of second order: N = 20, k = 4, one thread'
set xlabel 'differential equations d'
set ylabel step
set logscale xy
set xrange [0.8:125]
set samples 2
stats '$work/d' index 0 using 2 skip 1 name 'first' nooutput
plot for [i=0:curves('d')-1] '$work/d' index i lt i+1 title columnheader(1), \
     [20:100] 0.4*first_max*(x/100)**3 with lines lt 9 notitle, NaN with lines lt 9 title 'grows like d³'
END
draw k 640 <<END
set title 'Growing order: N = 200, one thread'
set xlabel 'collocation points in a subinterval, k'
set ylabel step
set logscale xy
set xrange [1.8:11]
set xtics (2, 4, 6, 8, 10)
plot for [i=0:curves('k')-1] '$work/k' index i lt i+1 title columnheader(1)
END
draw threads 1100 <<END
set multiplot layout 1,2
set bmargin 8
set xlabel 'subintervals N'
set ylabel 'time with one thread over time with two'
set logscale x
set xrange [16:1250]
set yrange [0:2.2]
set ytics 0.5
set xtics (20, 50, 100, 300, 1000)
set title 'Two threads: the whole solve, k = 4'
plot for [i=0:curves('threads')-1] '$work/threads' index i lt i+1 title columnheader(1), \
     1.4 with lines lt 9 notitle, NaN with lines lt 9 title 'aim at N = 1000'
set title 'Two threads: the sweep alone, k = 4'
plot for [i=0:curves('sweep')-1] '$work/sweep' index i lt i+1 title columnheader(1), \
     1.6 with lines lt 9 notitle, NaN with lines lt 9 title 'aim at N = 1000'
unset multiplot
END
echo "wrote $dir/scale_n.svg, scale_d.svg, scale_k.svg, scale_threads.svg"

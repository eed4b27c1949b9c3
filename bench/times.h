/* times.h - the command bench times */
#ifndef BENCH_TIMES_H
#define BENCH_TIMES_H

#include "peers.h"

int bench_times(const peer *rows, int n_rows);

#endif

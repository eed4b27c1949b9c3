/* scale.h - the commands bench scale and bench sweep */
#ifndef BENCH_SCALE_H
#define BENCH_SCALE_H

int bench_scale(void);

/* The last table of bench scale: the sweep over the subintervals alone, with one thread and two. */
int bench_sweep(void);

#endif

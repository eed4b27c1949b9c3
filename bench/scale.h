/* scale.h - the command bench scale */
#ifndef BENCH_SCALE_H
#define BENCH_SCALE_H

int bench_scale(void);

#endif

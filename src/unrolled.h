/* unrolled.h - functions that are inlined wherever they are called: where sizes are constants, they become unrolled code
 * of their own */
#ifndef CD_UNROLLED_H
#define CD_UNROLLED_H

#ifdef CD_ROLLED /* the sanitizers would spend minutes on all that code, and see in one copy what is wrong in it */
#define UNROLLED static inline
#else
#define UNROLLED static inline __attribute__((always_inline))
#endif

#endif

/* uniform.h - numbers that look random, the same ones in every run (Knuth's 64-bit congruential generator) */
#ifndef UNIFORM_H
#define UNIFORM_H

static unsigned long long uniform_state = 1; /* a test may begin elsewhere */

static inline double uniform(void) /* in (-1, 1) */
{
    uniform_state = uniform_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(long long)(uniform_state >> 11) / 4503599627370496.0 - 1.0;
}

#endif

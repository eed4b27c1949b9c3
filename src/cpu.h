/* cpu.h - what the processor can do */
#ifndef CD_CPU_H
#define CD_CPU_H

/* COLDAE_AVX2: the kernels for it were built. */
#ifdef COLDAE_AVX2
static inline int cd_cpu_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
#define cd_kernels_avx2 cd_kernels_baseline
#define cd_arrays_avx2 cd_arrays_baseline
#define cd_sweeps_avx2 cd_sweeps_baseline
#define cd_poly_avx2 cd_poly_baseline
#define cd_judge_pairs_avx2 cd_judge_pairs_baseline
#define cd_measures_avx2 cd_measures_baseline
#define cd_lanes_factor_avx2 cd_lanes_factor_baseline
#define cd_lanes_solve_avx2 cd_lanes_solve_baseline
#define cd_large_factor_avx2 cd_large_factor_baseline
#define cd_tiles_forward_avx2 cd_tiles_forward_baseline
#define cd_tiles_backward_avx2 cd_tiles_backward_baseline
#define cd_lanes_gather_avx2 cd_lanes_gather_baseline
#define cd_lanes_scatter_avx2 cd_lanes_scatter_baseline
static inline int cd_cpu_has_avx2(void)
{
    return 0;
}
#endif

/* Wait a moment in a loop that looks at memory. */
static inline void cd_cpu_pause(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

#endif

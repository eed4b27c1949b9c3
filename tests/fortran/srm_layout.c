/* srm_layout.c - what the C compiler says of the structs and constants of coldae/srm.h, in the order of the header */
#include <coldae/srm.h>

#include <stddef.h>

#define FIELD(type, member)                                                                                  \
    {                                                                                                        \
        offsetof(type, member), sizeof(((type *)0)->member)                                                  \
    }

/* clang-format off */
static const struct {
    size_t offset, size;
} fields[] = {
    FIELD(coldae_srm_step, number),
    FIELD(coldae_srm_step, t_old),
    FIELD(coldae_srm_step, t),
    FIELD(coldae_srm_step, x),
    FIELD(coldae_srm_step, By),
    FIELD(coldae_srm_step, y),
    FIELD(coldae_srm_problem, n_x),
    FIELD(coldae_srm_problem, n_y),
    FIELD(coldae_srm_problem, left),
    FIELD(coldae_srm_problem, right),
    FIELD(coldae_srm_problem, B),
    FIELD(coldae_srm_problem, C),
    FIELD(coldae_srm_problem, A),
    FIELD(coldae_srm_problem, q),
    FIELD(coldae_srm_problem, r),
    FIELD(coldae_srm_problem, dC),
    FIELD(coldae_srm_problem, dr),
    FIELD(coldae_srm_problem, f),
    FIELD(coldae_srm_problem, g),
    FIELD(coldae_srm_problem, gt),
    FIELD(coldae_srm_problem, smooth),
    FIELD(coldae_srm_problem, E),
    FIELD(coldae_srm_problem, y0),
    FIELD(coldae_srm_problem, n_side),
    FIELD(coldae_srm_problem, zeta),
    FIELD(coldae_srm_problem, side),
    FIELD(coldae_srm_problem, dside),
    FIELD(coldae_srm_problem, n_coupled),
    FIELD(coldae_srm_problem, coupled),
    FIELD(coldae_srm_problem, dcoupled),
    FIELD(coldae_srm_problem, guess),
    FIELD(coldae_srm_problem, start),
    FIELD(coldae_srm_problem, user),
    FIELD(coldae_srm_options, eps),
    FIELD(coldae_srm_options, iterations),
    FIELD(coldae_srm_options, max_iterations),
    FIELD(coldae_srm_options, tol),
    FIELD(coldae_srm_options, E),
    FIELD(coldae_srm_options, delta),
    FIELD(coldae_srm_options, alpha1),
    FIELD(coldae_srm_options, alpha2),
    FIELD(coldae_srm_options, variant),
    FIELD(coldae_srm_options, y0),
    FIELD(coldae_srm_options, y0_value),
    FIELD(coldae_srm_options, dodge),
    FIELD(coldae_srm_options, max_bytes),
    FIELD(coldae_srm_options, bvp),
    FIELD(coldae_srm_options, shoot_back),
    FIELD(coldae_srm_options, end),
    FIELD(coldae_srm_options, end_components),
    FIELD(coldae_srm_options, stages),
    FIELD(coldae_srm_options, n_points),
    FIELD(coldae_srm_options, n_steps),
    FIELD(coldae_srm_options, mesh),
    FIELD(coldae_srm_options, observer),
    FIELD(coldae_srm_options, observer_user),
    FIELD(coldae_srm_info, eps),
    FIELD(coldae_srm_info, iterations),
    FIELD(coldae_srm_info, n_residual),
    FIELD(coldae_srm_info, residual),
    FIELD(coldae_srm_info, constraint_residual),
    FIELD(coldae_srm_info, n_singular),
    FIELD(coldae_srm_info, singular_t),
    FIELD(coldae_srm_info, singular_condition),
    FIELD(coldae_srm_info, n_dodged),
    FIELD(coldae_srm_info, n_indefinite),
    FIELD(coldae_srm_info, indefinite_t),
    FIELD(coldae_srm_info, indefinite_value),
    FIELD(coldae_srm_info, n_intervals),
    FIELD(coldae_srm_info, n_newton),
    FIELD(coldae_srm_info, n_data),
    FIELD(coldae_srm_info, callback_code),
    FIELD(coldae_srm_info, t),
    FIELD(coldae_srm_info, seconds_total),
    FIELD(coldae_srm_info, peak_bytes),
    FIELD(coldae_srm_info, message),
};
static const size_t sizes[] = {sizeof(coldae_srm_step), sizeof(coldae_srm_problem), sizeof(coldae_srm_options), sizeof(coldae_srm_info)};
static const int constants[] = {
    COLDAE_SRM_E_INVERSE,
    COLDAE_SRM_E_TRANSPOSE,
    COLDAE_SRM_E_IDENTITY,
    COLDAE_SRM_E_DELTA,
    COLDAE_SRM_E_FUNCTION,
    COLDAE_SRM_Y0_ZERO,
    COLDAE_SRM_Y0_VALUE,
    COLDAE_SRM_Y0_FUNCTION,
    COLDAE_SRM_Y0_START,
    COLDAE_SRM_SEQUENTIAL,
    COLDAE_SRM_PENALTY,
    COLDAE_SRM_PARK_CHIOU,
    COLDAE_SRM_RADAU,
    COLDAE_SRM_EULER,
    COLDAE_SRM_RK4,
    COLDAE_SRM_END_KEEP,
    COLDAE_SRM_END_ALONG_B,
    COLDAE_SRM_END_COMPONENTS,
    COLDAE_SRM_LIST,
};
/* clang-format on */

int srm_n_fields(void);
int srm_n_constants(void);
int srm_offset(int i);
int srm_size(int i);
int srm_struct_size(int i);
int srm_constant(int i);

int srm_n_fields(void)
{
    return (int)(sizeof fields / sizeof *fields);
}

int srm_n_constants(void)
{
    return (int)(sizeof constants / sizeof *constants);
}

int srm_offset(int i)
{
    return (int)fields[i].offset;
}

int srm_size(int i)
{
    return (int)fields[i].size;
}

int srm_struct_size(int i)
{
    return (int)sizes[i];
}

int srm_constant(int i)
{
    return constants[i];
}

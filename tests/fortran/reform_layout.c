/* reform_layout.c - the structs and constants of reform.h as the C compiler sees them
 *
 * layout_place(i): offset of field i, counted over all structs in the order of the header; then layout_length(i): size
 * of struct i; layout_value(i): constant i. */
#include <coldae/reform.h>

#include <stddef.h>

int layout_place(int i);
int layout_length(int i);
int layout_value(int i);
int layout_counts(int which);

static const size_t place[] = {
    offsetof(coldae_reform_problem, n),
    offsetof(coldae_reform_problem, n_alg),
    offsetof(coldae_reform_problem, n_g),
    offsetof(coldae_reform_problem, order),
    offsetof(coldae_reform_problem, g_order),
    offsetof(coldae_reform_problem, highest),
    offsetof(coldae_reform_problem, n_param),
    offsetof(coldae_reform_problem, left),
    offsetof(coldae_reform_problem, right),
    offsetof(coldae_reform_problem, linear),
    offsetof(coldae_reform_problem, f),
    offsetof(coldae_reform_problem, df),
    offsetof(coldae_reform_problem, g),
    offsetof(coldae_reform_problem, dg),
    offsetof(coldae_reform_problem, D),
    offsetof(coldae_reform_problem, z_left),
    offsetof(coldae_reform_problem, n_side),
    offsetof(coldae_reform_problem, zeta),
    offsetof(coldae_reform_problem, n_coupled),
    offsetof(coldae_reform_problem, side),
    offsetof(coldae_reform_problem, dside),
    offsetof(coldae_reform_problem, coupled),
    offsetof(coldae_reform_problem, dcoupled),
    offsetof(coldae_reform_problem, guess),
    offsetof(coldae_reform_problem, param_guess),
    offsetof(coldae_reform_problem, user),
    offsetof(coldae_reform_options, kind),
    offsetof(coldae_reform_options, first_order),
    offsetof(coldae_reform_options, direction),
    offsetof(coldae_reform_options, gamma),
    offsetof(coldae_reform_options, n_roots),
    offsetof(coldae_reform_options, root_re),
    offsetof(coldae_reform_options, root_im),
    offsetof(coldae_reform_options, n_imposed),
    offsetof(coldae_reform_options, R),
    offsetof(coldae_reform_options, consistent),
    offsetof(coldae_reform_info, index),
    offsetof(coldae_reform_info, n_extra),
    offsetof(coldae_reform_info, n_mu),
    offsetof(coldae_reform_info, projection),
    offsetof(coldae_reform_info, callback_code),
    offsetof(coldae_reform_info, rank_kappa),
    offsetof(coldae_reform_info, condition),
    offsetof(coldae_reform_info, drift),
    offsetof(coldae_reform_info, message),
    offsetof(coldae_reform_linear, n),
    offsetof(coldae_reform_linear, n_alg),
    offsetof(coldae_reform_linear, n_g),
    offsetof(coldae_reform_linear, order),
    offsetof(coldae_reform_linear, g_order),
    offsetof(coldae_reform_linear, highest),
    offsetof(coldae_reform_linear, left),
    offsetof(coldae_reform_linear, right),
    offsetof(coldae_reform_linear, A),
    offsetof(coldae_reform_linear, B),
    offsetof(coldae_reform_linear, C),
    offsetof(coldae_reform_linear, q),
    offsetof(coldae_reform_linear, r),
    offsetof(coldae_reform_linear, D),
    offsetof(coldae_reform_linear, z_left),
    offsetof(coldae_reform_linear, n_side),
    offsetof(coldae_reform_linear, zeta),
    offsetof(coldae_reform_linear, n_coupled),
    offsetof(coldae_reform_linear, side),
    offsetof(coldae_reform_linear, dside),
    offsetof(coldae_reform_linear, coupled),
    offsetof(coldae_reform_linear, dcoupled),
    offsetof(coldae_reform_linear, guess),
    offsetof(coldae_reform_linear, user),
};

static const size_t length[] = {
    sizeof(coldae_reform_problem),
    sizeof(coldae_reform_options),
    sizeof(coldae_reform_info),
    sizeof(coldae_reform_linear),
};

static const int value[] = {
    COLDAE_REFORM_INDEX1,     COLDAE_REFORM_INDEX2,     COLDAE_REFORM_BAUMGARTE,
    COLDAE_REFORM_BAUMGARTE2, COLDAE_REFORM_STABILIZED, COLDAE_REFORM_INVARIANT1,
    COLDAE_REFORM_INVARIANT2, COLDAE_REFORM_FAMILY,     COLDAE_REFORM_STATE_SPACE,
    COLDAE_REFORM_TRANSPOSED, COLDAE_REFORM_FORCES,     COLDAE_REFORM_NO_COORDINATES,
    COLDAE_REFORM_NOT_FINITE,
};

int layout_place(int i)
{
    return i < (int)(sizeof place / sizeof place[0]) ? (int)place[i] : -1;
}

int layout_length(int i)
{
    return i < (int)(sizeof length / sizeof length[0]) ? (int)length[i] : -1;
}

int layout_value(int i)
{
    return i < (int)(sizeof value / sizeof value[0]) ? value[i] : -1000;
}

int layout_counts(int which)
{
    return (int)(which == 0   ? sizeof place / sizeof place[0]
                 : which == 1 ? sizeof length / sizeof length[0]
                              : sizeof value / sizeof value[0]);
}

/* layout.c - what the C compiler says of the public structs and constants, for the Fortran mirror test
 *
 * The table names every field; layout_complete() fails if a field of the header is missing here: the
 * fields, each aligned, must tile the struct without a gap.
 */
#include <coldae/coldae.h>

#include <stddef.h>
#include <string.h>

enum { PROBLEM, OPTIONS, INFO, EVENT, IMPLICIT, N_STRUCTS };

typedef struct field {
    int owner;
    const char *name;
    size_t offset, size, align;
} field;

/* Only int, double, pointers and the message occur, so the size tells the alignment. */
struct aligned_double {
    char before;
    double x;
};
#define ALIGNMENT(size)                                                                                      \
    ((size) == 256 ? 1 : (size) == sizeof(double) ? offsetof(struct aligned_double, x) : (size))
#define FIELD(OWNER, prefix, type, member)                                                                   \
    {                                                                                                        \
        OWNER, prefix "." #member, offsetof(type, member), sizeof(((type *)0)->member),                      \
            ALIGNMENT(sizeof(((type *)0)->member))                                                           \
    }
#define P(member) FIELD(PROBLEM, "problem", coldae_problem, member)
#define O(member) FIELD(OPTIONS, "options", coldae_options, member)
#define I(member) FIELD(INFO, "info", coldae_info, member)
#define E(member) FIELD(EVENT, "event", coldae_event, member)
#define R(member) FIELD(IMPLICIT, "implicit", coldae_implicit, member)

static const field fields[] = {
    P(n_diff),
    P(n_alg),
    P(n_param),
    P(order),
    P(left),
    P(right),
    P(n_side),
    P(zeta),
    P(n_coupled),
    P(linear),
    P(f),
    P(df),
    P(f_batch),
    P(df_batch),
    P(g),
    P(dg),
    P(coupled),
    P(dcoupled),
    P(guess),
    P(param_guess),
    P(user),
    O(tol),
    O(tol_z),
    O(points),
    O(n_points),
    O(projection),
    O(consistency),
    O(rank_kappa),
    O(n_intervals),
    O(max_intervals),
    O(mesh),
    O(fixed),
    O(n_fixed),
    O(adapt),
    O(mesh_on_projected),
    O(newton),
    O(sensitive),
    O(max_iterations),
    O(n_threads),
    O(max_bytes),
    O(start),
    O(start_coarsen),
    O(monitor),
    O(monitor_user),
    I(n_intervals),
    I(n_meshes),
    I(n_newton),
    I(n_factor),
    I(n_f),
    I(n_df),
    I(n_g),
    I(n_dg),
    I(callback_code),
    I(index),
    I(error),
    I(condition),
    I(bc_residual),
    I(constraint_residual),
    I(seconds_total),
    I(peak_bytes),
    I(message),
    E(kind),
    E(mesh),
    E(n_intervals),
    E(iteration),
    E(damping),
    E(correction),
    E(error),
    R(n),
    R(n_explicit),
    R(n_param),
    R(left),
    R(right),
    R(n_side),
    R(zeta),
    R(n_coupled),
    R(linear),
    R(residual),
    R(dresidual),
    R(g),
    R(dg),
    R(coupled),
    R(dcoupled),
    R(guess),
    R(param_guess),
    R(user),
};
enum { N_FIELDS = sizeof fields / sizeof fields[0] };

static const char *const struct_names[N_STRUCTS] = {"problem", "options", "info", "event", "implicit"};
static const size_t struct_sizes[N_STRUCTS] = {sizeof(coldae_problem), sizeof(coldae_options),
                                               sizeof(coldae_info), sizeof(coldae_event),
                                               sizeof(coldae_implicit)};

typedef struct constant {
    const char *name;
    int value;
} constant;

#define C(name)                                                                                              \
    {                                                                                                        \
#name, name                                                                                          \
    }
static const constant constants[] = {
    C(COLDAE_VERSION_MAJOR),
    C(COLDAE_VERSION_MINOR),
    C(COLDAE_VERSION_PATCH),
    C(COLDAE_OK),
    C(COLDAE_ERR_INVALID),
    C(COLDAE_ERR_MEMORY),
    C(COLDAE_ERR_CALLBACK),
    C(COLDAE_ERR_SINGULAR),
    C(COLDAE_ERR_NO_CONVERGENCE),
    C(COLDAE_ERR_MESH_LIMIT),
    C(COLDAE_ERR_CANCELLED),
    C(COLDAE_ERR_FILE),
    C(COLDAE_EVENT_MESH),
    C(COLDAE_EVENT_NEWTON),
    C(COLDAE_EVENT_DAMPING),
    C(COLDAE_EVENT_ERROR),
    C(COLDAE_GAUSS),
    C(COLDAE_RADAU),
    C(COLDAE_PROJECT_AUTO),
    C(COLDAE_PROJECT_NONE),
    C(COLDAE_PROJECT_INDEX2),
    C(COLDAE_PROJECT_SELECTIVE),
    C(COLDAE_ADAPT),
    C(COLDAE_HALVE_ONLY),
    C(COLDAE_FIXED_MESH),
    C(COLDAE_NEWTON_DAMPED),
    C(COLDAE_NEWTON_FULL),
};
enum { N_CONSTANTS = sizeof constants / sizeof constants[0] };

int layout_n_fields(void)
{
    return N_FIELDS;
}

int layout_n_constants(void)
{
    return N_CONSTANTS;
}

/* Size of a struct, or -1. */
int layout_struct_size(const char *name)
{
    for (int i = 0; i < N_STRUCTS; i++)
        if (strcmp(name, struct_names[i]) == 0)
            return (int)struct_sizes[i];
    return -1;
}

/* Offset and size of a field, or -1. */
int layout_offset(const char *name)
{
    for (int i = 0; i < N_FIELDS; i++)
        if (strcmp(name, fields[i].name) == 0)
            return (int)fields[i].offset;
    return -1;
}

int layout_size(const char *name)
{
    for (int i = 0; i < N_FIELDS; i++)
        if (strcmp(name, fields[i].name) == 0)
            return (int)fields[i].size;
    return -1;
}

/* Value of a constant, or -999. */
int layout_constant(const char *name)
{
    for (int i = 0; i < N_CONSTANTS; i++)
        if (strcmp(name, constants[i].name) == 0)
            return constants[i].value;
    return -999;
}

/* 1 if the table above names every field of every struct. */
int layout_complete(void)
{
    for (int s = 0; s < N_STRUCTS; s++) {
        size_t end = 0, widest = 1;
        for (int i = 0; i < N_FIELDS; i++) {
            if (fields[i].owner != s)
                continue;
            size_t a = fields[i].align;
            if (fields[i].offset != (end + a - 1) / a * a)
                return 0;
            end = fields[i].offset + fields[i].size;
            if (a > widest)
                widest = a;
        }
        if ((end + widest - 1) / widest * widest != struct_sizes[s])
            return 0;
    }
    return 1;
}

/* What the init functions set, compared in C with the defaults that the header states. */
int layout_defaults(const coldae_problem *p, const coldae_options *o, const coldae_implicit *q)
{
    int bad = 0;
    bad += p->n_diff != 0 || p->n_alg != 0 || p->n_param != 0 || p->order != NULL;
    bad += p->left != 0.0 || p->right != 1.0 || p->n_side != 0 || p->zeta != NULL;
    bad += p->n_coupled != 0 || p->linear != 0 || p->f != NULL || p->df != NULL;
    bad += p->f_batch != NULL || p->df_batch != NULL || p->g != NULL || p->dg != NULL;
    bad += p->coupled != NULL || p->dcoupled != NULL || p->guess != NULL;
    bad += p->param_guess != NULL || p->user != NULL;
    bad += o->tol != 1e-6 || o->tol_z != NULL || o->points != COLDAE_GAUSS || o->n_points != 0;
    bad += o->projection != COLDAE_PROJECT_AUTO || o->consistency != 1 || o->rank_kappa != 1e-2;
    bad += o->n_intervals != 5 || o->max_intervals != 10000 || o->mesh != NULL;
    bad += o->fixed != NULL || o->n_fixed != 0 || o->adapt != COLDAE_ADAPT || o->mesh_on_projected != 1;
    bad += o->newton != COLDAE_NEWTON_DAMPED || o->sensitive != 0 || o->max_iterations != 40;
    bad += o->n_threads != 1 || o->max_bytes != 0.0 || o->start != NULL || o->start_coarsen != 1;
    bad += o->monitor != NULL || o->monitor_user != NULL;
    bad += q->n != 0 || q->n_explicit != 0 || q->n_param != 0 || q->left != 0.0 || q->right != 1.0;
    bad += q->n_side != 0 || q->zeta != NULL || q->n_coupled != 0 || q->linear != 0;
    bad += q->residual != NULL || q->dresidual != NULL || q->g != NULL || q->dg != NULL;
    bad += q->coupled != NULL || q->dcoupled != NULL || q->guess != NULL;
    bad += q->param_guess != NULL || q->user != NULL;
    return bad;
}

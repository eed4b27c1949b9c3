/* layout_ivp.c - structs of coldae/ivp.h filled with 1, 2, 3, .. in the order of their fields, for the mirror test */
#include <coldae/ivp.h>

#include <stdint.h>
#include <string.h>

/* Every field but messages, in order; N counts them. */
#define NEXT(field) ((field) = (__typeof__(field))(intptr_t)++n)

int layout_ivp_step(coldae_step *s);
int layout_ivp_info(coldae_ivp_info *i);
int layout_ivp_invariant(coldae_invariant *v);
int layout_ivp_march(coldae_march_options *o);
int layout_ivp_problem(coldae_index3_problem *p);
int layout_ivp_start(coldae_index3_start *s);
int layout_ivp_options(coldae_index3_options *o);

int layout_ivp_step(coldae_step *s)
{
    int n = 0;
    NEXT(s->number), NEXT(s->t_old), NEXT(s->t), NEXT(s->z), NEXT(s->y), NEXT(s->dense);
    return sizeof *s;
}

int layout_ivp_info(coldae_ivp_info *i)
{
    int n = 0;
    NEXT(i->n_steps), NEXT(i->n_rejected), NEXT(i->n_failed), NEXT(i->n_newton), NEXT(i->n_factor),
        NEXT(i->n_f), NEXT(i->n_df), NEXT(i->n_g), NEXT(i->n_dg), NEXT(i->callback_code), NEXT(i->index),
        NEXT(i->t), NEXT(i->h), NEXT(i->smallest), NEXT(i->largest), NEXT(i->constraint_residual),
        NEXT(i->seconds_total), NEXT(i->peak_bytes);
    memset(i->message, 'x', sizeof i->message);
    return sizeof *i;
}

int layout_ivp_invariant(coldae_invariant *v)
{
    int n = 0;
    NEXT(v->n), NEXT(v->h), NEXT(v->dh), NEXT(v->D), NEXT(v->user);
    return sizeof *v;
}

int layout_ivp_march(coldae_march_options *o)
{
    int n = 0;
    NEXT(o->tol), NEXT(o->tol_z), NEXT(o->points), NEXT(o->n_points), NEXT(o->projection),
        NEXT(o->rank_kappa), NEXT(o->consistency), NEXT(o->step), NEXT(o->n_steps), NEXT(o->mesh),
        NEXT(o->fixed), NEXT(o->n_fixed), NEXT(o->h_first), NEXT(o->h_largest), NEXT(o->max_steps),
        NEXT(o->max_iterations), NEXT(o->invariants), NEXT(o->n_invariants), NEXT(o->observer),
        NEXT(o->observer_user), NEXT(o->max_bytes);
    return sizeof *o;
}

int layout_ivp_problem(coldae_index3_problem *p)
{
    int n = 0;
    NEXT(p->n_u), NEXT(p->n_v), NEXT(p->n_lambda), NEXT(p->index), NEXT(p->left), NEXT(p->right), NEXT(p->f),
        NEXT(p->k), NEXT(p->g), NEXT(p->mass), NEXT(p->mass_is_constant), NEXT(p->df), NEXT(p->dk),
        NEXT(p->dg), NEXT(p->g_depends_on_t), NEXT(p->g_t), NEXT(p->user);
    return sizeof *p;
}

int layout_ivp_start(coldae_index3_start *s)
{
    int n = 0;
    NEXT(s->g), NEXT(s->rate), NEXT(s->moved_u), NEXT(s->moved_v), NEXT(s->moved_lambda);
    return sizeof *s;
}

int layout_ivp_options(coldae_index3_options *o)
{
    int n = 0;
    NEXT(o->tol), NEXT(o->rtol), NEXT(o->atol), NEXT(o->atol_x), NEXT(o->tol_is_local), NEXT(o->stages),
        NEXT(o->projection), NEXT(o->jacobian), NEXT(o->h_first), NEXT(o->h_largest), NEXT(o->constant_steps),
        NEXT(o->max_steps), NEXT(o->consistency), NEXT(o->start_limit), NEXT(o->start), NEXT(o->t_out),
        NEXT(o->n_out), NEXT(o->out), NEXT(o->out_is_exact), NEXT(o->observer), NEXT(o->observer_user),
        NEXT(o->max_bytes);
    return sizeof *o;
}

/* Every kind of reformulation has the same solution, with the order of its collocation method: linear, m =
 * 1, 2, 3. */
#include "check.h"
#include "reform_model.h"

static const struct {
    const char *name;
    int kind, imposed;
} kinds[] = {
    {"index 1", COLDAE_REFORM_INDEX1, 1},
    {"index 2", COLDAE_REFORM_INDEX2, 1},
    {"Baumgarte", COLDAE_REFORM_BAUMGARTE, 1},
    {"Baumgarte, index 2", COLDAE_REFORM_BAUMGARTE2, 1},
    {"stabilised", COLDAE_REFORM_STABILIZED, 1},
    {"projected invariants I", COLDAE_REFORM_INVARIANT1, 1},
    {"projected invariants II", COLDAE_REFORM_INVARIANT2, 1},
    {"family, 1", COLDAE_REFORM_FAMILY, 1},
    {"family, 2", COLDAE_REFORM_FAMILY, 2},
    {"family, 3", COLDAE_REFORM_FAMILY, 3},
    {"state space", COLDAE_REFORM_STATE_SPACE, 1},
};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

/* The largest error of z at mesh points, in *drift the largest |g^(j)|, j < m, there; NAN if it fails. */
static double solve(int m, int kind, int imposed, int is_bvp, int first_order, int points, int k, int n,
                    double *drift)
{
    model q;
    double z_left[9], z_new[16], y_new[8], z[9], exact[9], g[1], error = 0;
    coldae_reform_linear p = model_make(&q, m, is_bvp, z_left);
    coldae_reform_options ro;
    coldae_reform *r;
    coldae_reform_info ri;
    coldae_reform_options_init(&ro);
    ro.kind = kind;
    ro.n_imposed = imposed;
    ro.first_order = first_order;
    coldae_status status = coldae_reform_create_linear(&p, &ro, &r, &ri);
    CHECK_INT(status, COLDAE_OK);
    if (status != COLDAE_OK) {
        printf("%s\n", ri.message);
        return NAN;
    }
    coldae_options o;
    coldae_options_init(&o);
    o.points = points;
    o.n_points = k;
    o.n_intervals = n;
    o.adapt = COLDAE_FIXED_MESH;
    coldae_solution *s;
    coldae_info info;
    status = coldae_solve(coldae_reform_result(r), &o, &s, &info);
    CHECK_INT(status, COLDAE_OK);
    if (status != COLDAE_OK)
        printf("%s\n", info.message);
    const double *t;
    n = s ? coldae_solution_mesh(s, &t) : 0;
    *drift = 0;
    for (int i = 0; i <= n && s; i++) {
        coldae_solution_eval(s, t[i], z_new, y_new);
        CHECK_INT(coldae_reform_from(r, t[i], z_new, y_new, NULL, z, NULL), COLDAE_OK);
        model_z(m, t[i], exact);
        for (int c = 0; c < 3 * m; c++)
            error = fmax(error, fabs(z[c] - exact[c]));
        for (int j = 0; j < m; j++) {
            CHECK_INT(coldae_reform_drift(r, j, t[i], z, NULL, NULL, g), COLDAE_OK);
            *drift = fmax(*drift, fabs(g[0]));
        }
    }
    coldae_solution_free(s);
    coldae_reform_free(r);
    return s ? error : NAN;
}

static void test_order(int m, int c, int is_bvp, int first_order, int points)
{
    int k = 3, p = points == COLDAE_GAUSS ? 2 * k : 2 * k - 1;
    double drift = 0;
    double coarse = solve(m, kinds[c].kind, kinds[c].imposed, is_bvp, first_order, points, k, 4, &drift);
    double fine = solve(m, kinds[c].kind, kinds[c].imposed, is_bvp, first_order, points, k, 8, &drift);
    double rate = log2(coarse / fine);
    int bad = check_failed;
    CHECK(fine < 2e-5);
    CHECK(rate > p - 0.6 || fine < 1e-12);
    printf("m %d %-24s %s %s %s  %.2e %.2e rate %.2f drift %.1e%s\n", m, kinds[c].name,
           is_bvp ? "bvp" : "ivp", points == COLDAE_GAUSS ? "Gauss" : "Radau",
           first_order ? "first" : "  m  ", coarse, fine, rate, drift, check_failed > bad ? "  <---" : "");
}

int main(void)
{
    for (int m = 1; m <= 3; m++)
        for (int c = 0; c < N_KINDS; c++)
            for (int v = 0; v < 8; v++)
                if (kinds[c].imposed <= m)
                    test_order(m, c, v & 1, v >> 1 & 1, v >> 2 & 1 ? COLDAE_RADAU : COLDAE_GAUSS);
    return check_result();
}

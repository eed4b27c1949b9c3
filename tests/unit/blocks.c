/* blocks.c - the block solver against dense elimination of the full matrix; singular systems; condition */
#include "block_system.h"

/* Three right-hand sides with one factorisation. */
static void compare_with_dense(block_system *a)
{
    int where, column;
    CHECK_INT(factor(a, &where, &column), COLDAE_OK);
    double *matrix = dense(a), *x = doubles(a->size), inverse = a->size <= 120 ? inverse_norm(a) : 0;
    CHECK_NEAR(a->blocks.norm, row_norm(a->size, a->size, matrix), 1e-14 * a->blocks.norm);
    for (int trial = 0; trial < 3; trial++) {
        fill(a->s * a->n, a->phi);
        fill(a->s + a->c, a->g);
        memcpy(x, a->phi, (size_t)(a->s * a->n) * sizeof(double));
        memcpy(x + a->s * a->n, a->g, (size_t)(a->s + a->c) * sizeof(double));
        solve(a);
        CHECK_NEAR(backward_error(a), 0, 100 * DBL_EPSILON);
        if (inverse > 0) { /* forward error <= condition * backward error, of both */
            CHECK_INT(dense_solve(a, 1, x), 0);
            double bound = 100 * DBL_EPSILON * inverse * a->blocks.norm * largest(a->size, x, NULL);
            CHECK_NEAR(largest(a->size, a->z, x), 0, bound);
        }
    }
    free(matrix);
    free(x);
}

static void test_random(void)
{
    static const int sizes[] = {1, 2, 3, 10, 57};
    for (int i = 0; i < 5; i++)
        for (int s = 1; s <= 8; s++)
            for (int c = 0; c <= 2; c++)
                for (int pattern = 0; pattern < PATTERNS; pattern++) {
                    if (sizes[i] * s > 200 && (c != 1 || pattern % 2))
                        continue;
                    block_system a = create(sizes[i], s, c, pattern);
                    compare_with_dense(&a);
                    fill_matrix(&a); /* a second one in the same storage */
                    if (s % 3 == 0)
                        compare_with_dense(&a);
                    destroy(&a);
                }
}

/* Conditions  L z_0 + R z_N = g  through one border unknown each:  L z_0 - sigma = 0,  R z_N + sigma = g. */
static void test_coupled(int n, int s)
{
    block_system a = create(n, s, s, SEPARATED); /* s rows at each end */
    int width = 2 * s, N = s * (n + 1), info, *pivot = malloc((size_t)N * sizeof(int));
    double *matrix = doubles(N * N), *x = doubles(N);
    for (int i = 0; i < s * n; i++)
        for (int j = 0; j < s; j++)
            a.Phi[i * width + s + j] = 0;
    for (int i = 0; i < 2 * s; i++)
        for (int j = 0; j < s; j++)
            a.row[i * width + s + j] = i == j ? -1 : i == s + j ? 1 : 0;
    for (int i = 0; i < s * n; i++) {
        matrix[i + (s + i) * N] = 1;
        for (int j = 0; j < s; j++)
            matrix[i + (i / s * s + j) * N] = -a.Phi[i * width + j];
        x[i] = a.phi[i] = uniform();
    }
    for (int i = 0; i < s; i++) {
        for (int j = 0; j < s; j++) {
            matrix[s * n + i + j * N] = a.row[i * width + j];
            matrix[s * n + i + (s * n + j) * N] += a.row[(s + i) * width + j];
        }
        x[s * n + i] = a.g[s + i] = uniform();
    }
    int where, column, one = 1;
    CHECK_INT(factor(&a, &where, &column), COLDAE_OK);
    double inverse = inverse_norm(&a);
    solve(&a);
    dgesv_(&N, &one, matrix, &N, pivot, x, &N, &info);
    CHECK_NEAR(largest(N, a.z, x), 0, 100 * DBL_EPSILON * inverse * a.blocks.norm * largest(N, x, NULL));
    free(matrix);
    free(x);
    free(pivot);
    destroy(&a);
}

/* Interval matrices that lose a direction (projections): fine as long as a condition holds it. */
static void test_rank_deficient(int n, int s)
{
    block_system a = create(n, s, 0, SEPARATED);
    double normal[8], size = 0;
    fill(s, normal);
    for (int i = 0; i < s; i++)
        size += normal[i] * normal[i];
    for (int i = 0; i < n; i++)
        for (int r = 0; r < s; r++) { /* row <- row (I - normal normal^T) */
            double *row = a.Phi + (i * s + r) * s, dot = 0;
            for (int j = 0; j < s; j++)
                dot += row[j] * normal[j] / size;
            for (int j = 0; j < s; j++)
                row[j] -= dot * normal[j];
        }
    compare_with_dense(&a);
    destroy(&a);
}

/* Each case leaves one unknown of a random system undetermined. */
static void test_singular(int n, int s, int c)
{
    int where, column, width = s + c;
    for (int j = 0; j < c; j++) { /* a border unknown that no equation holds */
        block_system a = create(n, s, c, SEPARATED);
        for (int i = 0; i < n * s; i++)
            a.Phi[i * width + s + j] = 0;
        for (int i = 0; i < width; i++)
            a.row[i * width + s + j] = 0;
        CHECK_INT(factor(&a, &where, &column), COLDAE_ERR_SINGULAR);
        CHECK_INT(where, n / 2);
        CHECK_INT(column, s + j);
        destroy(&a);
    }
    for (int point = 0; point < n / 2; point++) { /* an entry of z_point that nothing else depends on */
        int lost = below(s);
        block_system a = create(n, s, c, RIGHT);
        for (int i = 0; i < s; i++)
            a.Phi[(point * s + i) * width + lost] = 0;
        CHECK_INT(factor(&a, &where, &column), COLDAE_ERR_SINGULAR);
        CHECK_INT(where, point);
        CHECK_INT(column, lost);
        destroy(&a);
    }
    for (int pattern = 0; pattern < PATTERNS;
         pattern++) { /* the last condition is lost: empty, not a number */
        block_system a = create(n, s, c, pattern);
        double *last = a.row + (width - 1) * width;
        memset(last, 0, (size_t)width * sizeof(double));
        CHECK_INT(factor(&a, &where, &column), COLDAE_ERR_SINGULAR);
        CHECK(where >= 0 && where <= n && column >= 0 && column < width);
        last[0] = NAN;
        CHECK_INT(factor(&a, &where, &column), COLDAE_ERR_SINGULAR);
        fill(width, last); /* the storage is as good as new */
        CHECK_INT(factor(&a, &where, &column), COLDAE_OK);
        CHECK_INT(column, -1);
        destroy(&a);
    }
}

/* The same condition twice, perhaps up to rounding: found, or at least seen in the condition estimate. */
static void test_repeated(int n, int s, int c, double factor_of_first)
{
    int where, column, width = s + c;
    block_system a = create(n, s, c, LEFT);
    for (int j = 0; j < width; j++)
        a.row[j] = a.row[(width - 1) * width + j] * factor_of_first;
    if (factor(&a, &where, &column) == COLDAE_OK)
        CHECK(cd_blocks_condition(&a.blocks, a.phi, a.g, a.z, a.z + s * (n + 1)) > 1e14);
    else
        CHECK(where == n / 2 && column == width - 1);
    destroy(&a);
}

/* A lower bound of || A || || A^-1 ||, seldom smaller than a tenth of it. */
static void test_condition(void)
{
    int cases = 0, close = 0, where, column;
    for (int i = 0; i < 200; i++) {
        block_system a = create(1 + below(6), 1 + below(4), below(3), below(PATTERNS));
        CHECK_INT(factor(&a, &where, &column), COLDAE_OK);
        double exact = inverse_norm(&a) * a.blocks.norm;
        double found = cd_blocks_condition(&a.blocks, a.phi, a.g, a.z, a.z + a.s * (a.n + 1));
        CHECK(found <= exact * (1 + 1e-12 * exact));
        CHECK(found >= exact / 100);
        cases++;
        close += found >= exact / 10;
        CHECK(found == cd_blocks_condition(&a.blocks, a.phi, a.g, a.z, a.z + a.s * (a.n + 1)));
        destroy(&a);
    }
    CHECK(close >= 0.95 * cases);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 7, 12};
    test_random();
    for (int s = 1; s <= 4; s++) {
        test_coupled(1, s);
        test_coupled(6, s);
        test_coupled(20, s);
        test_rank_deficient(1, s);
        test_rank_deficient(10, 2 * s);
        for (int i = 0; i < 5; i++)
            test_singular(sizes[i], s, s % 3);
        for (int n = 1; n < 40; n++) {
            test_repeated(n, s + 1, n % 3, 1);
            test_repeated(n, s + 1, n % 3, 1 / 3.0);
        }
    }
    test_condition();
    return check_result();
}

/* peers.c - reading the figures of other solvers */
#include "peers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef COLDAE_TEST_DATA
#define COLDAE_TEST_DATA "tests/data"
#endif

/* The next field of a comma-separated line, as text. */
static const char *field(char **at)
{
    char *start = *at, *end = start + strcspn(start, ",\r\n");
    *at = *end ? end + 1 : end;
    *end = 0;
    return start;
}

static double number(char **at)
{
    const char *text = field(at);
    return *text ? strtod(text, NULL) : NAN;
}

static void word(char **at, char *to, size_t size)
{
    (void)snprintf(to, size, "%.*s", (int)size - 1, field(at));
}

int peers_read(peer *rows, int max)
{
    char line[256];
    int n = 0;
    FILE *in = fopen(COLDAE_TEST_DATA "/peers.csv", "r");
    if (!in)
        return -1;
    if (!fgets(line, sizeof line, in)) /* names of the columns */
        max = 0;
    while (n < max && fgets(line, sizeof line, in)) {
        peer *r = &rows[n++];
        char *at = line;
        word(&at, r->problem, sizeof r->problem);
        r->tol = number(&at);
        r->k = atoi(field(&at));
        r->n = number(&at);
        r->meshes = number(&at);
        r->factor = number(&at);
        r->f = number(&at);
        r->df = number(&at);
        r->error = number(&at);
        r->ir = number(&at);
        word(&at, r->solver, sizeof r->solver);
        r->option = atoi(field(&at));
    }
    fclose(in);
    return n;
}

int peer_is_original(const peer *row, const test_problem *q)
{
    if (strcmp(row->solver, "coldae") != 0 || strcmp(row->problem, q->name) != 0)
        return 0;
    return q->kind == PROBLEM_INDEX2 ? row->option != 1 : row->option != 3;
}

double peer_evaluations(const peer *row)
{
    return isnan(row->df) ? row->f : row->f + row->df;
}

double peer_evaluations_of(const peer *row, const coldae_info *info)
{
    return isnan(row->df) ? info->n_f : info->n_f + info->n_df;
}

double peer_allowance(const peer *row)
{
    return row->error > 3 * row->tol ? 2 : 1.25;
}

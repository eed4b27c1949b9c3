/* peers.h - what other solvers needed for the same problems, tests/data/peers.csv */
#ifndef COLDAE_TEST_PEERS_H
#define COLDAE_TEST_PEERS_H

#include "problems.h"

/* One row; NAN or 0: not known. */
typedef struct peer {
    char problem[16], solver[16];
    int k, option; /* option: projection of the original, 1 none .. 3 selective */
    double tol, n, meshes, factor, f, df, error, ir; /* ir: million instructions */
} peer;

enum { PEERS_MAX = 256 };

/* Read the file into rows[max]; the number of rows, or -1: no file. */
int peers_read(peer *rows, int max);
/* Whether the row is of the original, with the option that suits the problem. */
int peer_is_original(const peer *row, const test_problem *q);
/* f and df points; only f where df was not counted. */
double peer_evaluations(const peer *row);
/* Our f and df points, counted like that row's. */
double peer_evaluations_of(const peer *row, const coldae_info *info);
/* N and evaluations may be so many times the row's: more if its own error exceeds 3 tol. */
double peer_allowance(const peer *row);

#endif

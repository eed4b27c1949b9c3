/* paper_tables.h - the tables: one file for each, see paper_tables.c */
#ifndef PAPER_TABLES_H
#define PAPER_TABLES_H

typedef struct paper_args {
    int csv;          /* only the table, as a csv file like the golden one */
    const char *plot; /* figures: draw into this file; NULL: do not */
} paper_args;

/* Compute the table, print it; returns the number of expectations that were missed. */
typedef int paper_table_fn(const paper_args *args);

extern paper_table_fn table_000_4_1, table_000_4_2, table_000_4_3, table_000_4_4, table_000_bvp;
extern paper_table_fn table_001_5_1, table_001_5_1_exact, table_001_5_2, table_001_ex3, table_001_fig5_1,
    table_001_fig5_2, table_001_ex4_subsonic, table_001_ex4_transonic, table_001_implicit;
extern paper_table_fn table_002_4_1, table_002_4_2, table_002_4_3, table_002_4_4, table_002_4_5,
    table_002_4_6, table_002_4_7, table_002_4_8;
extern paper_table_fn table_003_1, table_003_2, table_003_fig2, table_003_fig3, table_003_fig5;
extern paper_table_fn table_004_5_1, table_004_5_2, table_004_5_3, table_004_5_4, table_004_5_5,
    table_004_5_6, table_004_5_7;

#endif

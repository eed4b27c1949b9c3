/* table.h - a table of a paper as a small csv file: read, change cells, print */
#ifndef PAPER_TABLE_H
#define PAPER_TABLE_H

enum { TABLE_ROWS = 256, TABLE_COLUMNS = 20, TABLE_TEXT = 128 };

typedef struct table {
    int n_rows, n_columns;
    char name[TABLE_COLUMNS][TABLE_TEXT];
    char cell[TABLE_ROWS][TABLE_COLUMNS][TABLE_TEXT];
} table;

/* Read tests/data/golden/FILE; ends the program if there is none. */
void table_read(table *t, const char *file);
const char *table_text(const table *t, int row, const char *column);
/* The cell as a number; NAN where it has none ('*': the paper's sign for "no convergence"). */
double table_number(const table *t, int row, const char *column);
void table_set_text(table *t, int row, const char *column, const char *text);
void table_set(table *t, int row, const char *column, double value); /* not finite: '*' */
/* As csv, like the file that it was read from. */
void table_csv(const table *t);
/* Side by side: the first n_keys columns, then each of the columns ("a b c") from n tables, in this order and
 * under these labels.  A table without the column is left out.  digits: significant ones to show. */
void table_compare(int n, const table *const *t, const char *const *label, int n_keys, const char *columns,
                   int digits);
/* The golden table beside ours. */
void table_beside(const table *golden, const table *ours, int n_keys, const char *columns, int digits);

#endif

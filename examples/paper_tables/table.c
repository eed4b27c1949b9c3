/* table.c - a table of a paper as a small csv file: read, change cells, print */
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next cell of a line, up to a comma outside of quotes; returns what follows it, NULL at the end. */
static const char *next_cell(const char *at, char *text)
{
    int quoted = 0, n = 0;
    for (; *at && *at != '\n' && *at != '\r' && (quoted || *at != ','); at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (n < TABLE_TEXT - 1)
            text[n++] = *at;
    }
    text[n] = 0;
    return *at == ',' ? at + 1 : NULL;
}

static int read_line(const char *line, char (*cells)[TABLE_TEXT])
{
    int n = 0;
    while (line && n < TABLE_COLUMNS)
        line = next_cell(line, cells[n++]);
    return n;
}

void table_read(table *t, const char *file)
{
    char path[1024], line[1024];
    snprintf(path, sizeof path, "%s/golden/%s", COLDAE_TEST_DATA, file);
    FILE *in = fopen(path, "r");
    if (!in || !fgets(line, sizeof line, in)) {
        fprintf(stderr, "paper_tables: cannot read %s\n", path);
        exit(2);
    }
    memset(t, 0, sizeof *t);
    t->n_columns = read_line(line, t->name);
    while (t->n_rows < TABLE_ROWS && fgets(line, sizeof line, in))
        read_line(line, t->cell[t->n_rows++]);
    if (fgets(line, sizeof line, in)) {
        fprintf(stderr, "paper_tables: %s has more than %d rows\n", path, (int)TABLE_ROWS);
        exit(2);
    }
    fclose(in);
}

static int find(const table *t, const char *column)
{
    for (int c = 0; c < t->n_columns; c++)
        if (strcmp(t->name[c], column) == 0)
            return c;
    return -1;
}

/* A column that must be there. */
static int column_of(const table *t, const char *column)
{
    int c = find(t, column);
    if (c < 0) {
        fprintf(stderr, "paper_tables: no column %s\n", column);
        exit(2);
    }
    return c;
}

const char *table_text(const table *t, int row, const char *column)
{
    return t->cell[row][column_of(t, column)];
}

/* A number that fills the whole cell, or NAN. */
static double number_of(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return end > text && !*end ? value : NAN;
}

double table_number(const table *t, int row, const char *column)
{
    return number_of(table_text(t, row, column));
}

void table_set_text(table *t, int row, const char *column, const char *text)
{
    snprintf(t->cell[row][column_of(t, column)], TABLE_TEXT, "%s", text);
}

void table_set(table *t, int row, const char *column, double value)
{
    char text[TABLE_TEXT];
    snprintf(text, sizeof text, "%.17g", value);
    table_set_text(t, row, column, isfinite(value) ? text : "*");
}

static void csv_line(int n, const char (*cells)[TABLE_TEXT])
{
    for (int c = 0; c < n; c++) {
        const char *quote = strchr(cells[c], ',') ? "\"" : "";
        printf("%s%s%s%s", c ? "," : "", quote, cells[c], quote);
    }
    printf("\n");
}

void table_csv(const table *t)
{
    csv_line(t->n_columns, t->name);
    for (int r = 0; r < t->n_rows; r++)
        csv_line(t->n_columns, t->cell[r]);
}

/* One cell of the comparison, right-aligned; long numbers are shortened. */
static void print_cell(const char *text, int width, int digits)
{
    double value = number_of(text);
    if (isnan(value) || strlen(text) <= 5)
        printf(" %*s", width, text);
    else if (digits > 4)
        printf(" %*.*g", width, digits, value);
    else
        printf(" %*.*e", width, digits - 1, value);
}

static int key_width(const table *t, int c)
{
    size_t width = strlen(t->name[c]);
    for (int r = 0; r < t->n_rows; r++)
        width = strlen(t->cell[r][c]) > width ? strlen(t->cell[r][c]) : width;
    return (int)width;
}

static void compare_row(int n, const table *const *t, const char *const *label, int row, int n_keys,
                        const char *columns, int digits)
{
    int width = digits + 6, given;
    char column[TABLE_TEXT];
    for (int c = 0; c < n_keys; c++)
        printf(" %*s", key_width(t[0], c), row == -2 ? "" : row < 0 ? t[0]->name[c] : t[0]->cell[row][c]);
    for (; sscanf(columns, "%79s%n", column, &given) == 1; columns += given) {
        int shown = 0;
        printf(" |");
        for (int i = 0; i < n; i++) {
            int c = find(t[i], column);
            shown += c >= 0;
            if (c >= 0 && row >= 0)
                print_cell(t[i]->cell[row][c], width, digits);
            else if (c >= 0 && row == -1)
                printf(" %*s", width, label[i]);
        }
        if (row == -2)
            printf(" %*s", shown * (width + 1) - 1, column);
    }
    printf("\n");
}

void table_compare(int n, const table *const *t, const char *const *label, int n_keys, const char *columns,
                   int digits)
{
    for (int r = -2; r < t[0]->n_rows; r++) /* two lines of headings */
        compare_row(n, t, label, r, n_keys, columns, digits);
}

void table_beside(const table *golden, const table *ours, int n_keys, const char *columns, int digits)
{
    table_compare(2, (const table *[]){golden, ours}, (const char *[]){"golden", "ours"}, n_keys, columns,
                  digits);
}

/* test_odes.c - the boundary value ODEs: accuracy, honest estimates, and no more work than the original */
#include "rows.h"

int main(void)
{
    static const char *const names[] = {"b1",   "b7",     "b15",    "b19", "b20",     "b31",     "b33",
                                        "beam", "bratu1", "bratu2", "cap", "chain10", "chain20", NULL};
    row_problems(names);
    return check_result();
}

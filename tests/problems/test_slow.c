/* test_slow.c - the large systems, as test_odes.c and test_dae.c */
#include "rows.h"

int main(void)
{
    static const char *const names[] = {"chain50", "chain100", "dchain50", NULL};
    row_problems(names);
    return check_result();
}

/* The kernel portable: vectors of GCC and clang, compiled for whatever the machine has. */
#include "kernel.h"
#include "simd_portable.h"
#include "lanes.inc.h"
#include "rows_halves.h"
#include "one_rows.inc.h"
#include "one_search.inc.h"
#include "count_cliques.inc.h"

static int available(void) { return 1; }

const struct kernel kernel_portable = KERNEL("portable");

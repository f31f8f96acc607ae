/* The kernel neon. */
#ifdef __aarch64__
#include "kernel.h"
#include "simd_neon.h"
#include "lanes.inc.h"
#include "rows_halves.h"
#include "one_rows.inc.h"
#include "one_search.inc.h"
#include "count_cliques.inc.h"

static int available(void) { return 1; } /* every 64-bit ARM has NEON */

const struct kernel kernel_neon = KERNEL("neon");
#else
typedef int not_built; /* C does not allow an empty file */
#endif

/* The kernel sse4. */
#if defined(__x86_64__)
#include "kernel.h"
#include "target.h"
BEGIN_TARGET("sse4.1,sse4.2,popcnt")
#include "simd_sse4.h"
#include "lanes.inc.h"
#include "rows_halves.h"
#include "one_rows.inc.h"
#include "one_search.inc.h"
#include "count_cliques.inc.h"

static int available(void) { return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"); }

const struct kernel kernel_sse4 = KERNEL("sse4", available);
END_TARGET
#else
typedef int not_built; /* C does not allow an empty file */
#endif

/* The kernel sse4. */
#if defined(__x86_64__)
#include "kernel.h"
#include "target.h"

#define HAS __builtin_cpu_supports
static int available(void) { return HAS("sse4.2") && HAS("popcnt"); }

BEGIN_TARGET("sse4.2,popcnt")
#include "simd_sse4.h"
#include "lanes.inc.h"
#include "rows_halves.h"
#include "one_rows.inc.h"
#include "one_search.inc.h"
#include "count_cliques.inc.h"

const struct kernel kernel_sse4 = KERNEL("sse4");
END_TARGET
#else
typedef int not_built; /* C does not allow an empty file */
#endif

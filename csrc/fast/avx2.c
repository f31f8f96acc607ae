/* The kernel avx2. */
#if defined(__x86_64__)
#include "kernel.h"
#include "target.h"

#define HAS __builtin_cpu_supports
static int available(void) { return HAS("avx2") && HAS("popcnt") && HAS("bmi") && HAS("bmi2"); }

BEGIN_TARGET("avx2,popcnt,bmi,bmi2")
#include "simd_avx2.h"
#include "lanes.inc.h"
#include "rows_avx2.h"
#include "one_rows.inc.h"
#include "one_search.inc.h"
#include "count_cliques.inc.h"

const struct kernel kernel_avx2 = KERNEL("avx2");
END_TARGET
#else
typedef int not_built; /* C does not allow an empty file */
#endif

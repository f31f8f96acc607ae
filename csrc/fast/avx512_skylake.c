/* The kernel avx512-skylake, for Skylake-X and Cascade Lake, which have no VBMI: lanes of AVX-512; one puzzle and
   counting as with AVX2. */
#if defined(__x86_64__)
#include "kernel.h"
#include "target.h"

#define HAS __builtin_cpu_supports
static int available(void)
{
    return HAS("avx512f") && HAS("avx512bw") && HAS("avx512vl") && HAS("avx512dq") && HAS("avx2") &&
           HAS("popcnt") && HAS("bmi") && HAS("bmi2");
}

BEGIN_TARGET("avx512f,avx512bw,avx512vl,avx512dq,avx2,popcnt,bmi,bmi2")
#include "simd_avx512.h"
#include "lanes.inc.h"
#include "rows_avx2.h"
#include "one_rows.inc.h"
#include "one_search.inc.h"
#include "count_cliques.inc.h"

const struct kernel kernel_avx512_skylake = KERNEL("avx512-skylake");
END_TARGET
#else
typedef int not_built; /* C does not allow an empty file */
#endif

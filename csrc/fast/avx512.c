/* The kernel avx512 for Ice Lake, Zen 4 and later processors. avx512_skylake.c is for earlier ones
   with AVX-512. */
#if defined(__x86_64__)
#include "kernel.h"
#include "target.h"

#define HAS __builtin_cpu_supports
static int available(void)
{
    return HAS("avx512f") && HAS("avx512bw") && HAS("avx512vl") && HAS("avx512dq") && HAS("avx512vbmi") &&
           HAS("avx512vbmi2") && HAS("avx512bitalg") && HAS("avx512vpopcntdq") && HAS("gfni") && HAS("avx2") &&
           HAS("popcnt") && HAS("bmi") && HAS("bmi2");
}

BEGIN_TARGET("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,avx2,"
             "popcnt,bmi,bmi2")
#include "simd_avx512.h"
#include "lanes.inc.h"
#include "one_registers.inc.h"
#include "one_search.inc.h"
#include "count_couples.inc.h"

const struct kernel kernel_avx512 = KERNEL("avx512");
END_TARGET
#else
typedef int not_built; /* C does not allow an empty file */
#endif

/* One puzzle at a time: which path takes it. The paths themselves: one_avx512.c, and one_rows.h for the others. */
#include "one_path.h"

#if defined(__x86_64__)
#define X86 1
extern const struct one_path one_avx512, one_avx2, one_sse4;
#else
#define X86 0
#endif
extern const struct one_path one_portable;

#if X86
static int has_vbmi(void) /* which the other functions' avx512 does without */
{
    return __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
}
#endif

static const struct one_path *best_path(void)
{
#if X86
    if (has_vbmi()) return &one_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return &one_avx2;
    if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt")) return &one_sse4;
#endif
    return &one_portable;
}

const struct one_path *one_path(int path)
{
    if (!path || !fast_path_available(path)) return best_path();
    const char *name = fast_path_name(path);
#if X86
    const struct one_path *known[] = {has_vbmi() ? &one_avx512 : &one_avx2, &one_avx2, &one_sse4};
    if (!strcmp(name, one_avx512.name)) return known[0];
    for (int k = 0; k < 3; k++)
        if (!strcmp(name, known[k]->name)) return known[k];
#else
    (void)name;
#endif
    return &one_portable; /* where there is NEON the compiler makes it of this one */
}

int fast_solve_one(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses, int path,
                   const fast_stop *stop)
{
    return one_path(path)->solve(puzzle, solution, limit, guesses, stop);
}

int fast_is_unique(const unsigned char *puzzle, const fast_stop *stop)
{
    int found = one_path(0)->solve(puzzle, NULL, 2, NULL, stop);
    return found < 0 ? found : found == 1;
}

int fast_is_minimal(const unsigned char *puzzle, const fast_stop *stop)
{
    return one_path(0)->minimal(puzzle, stop);
}

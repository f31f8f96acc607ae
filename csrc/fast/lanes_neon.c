/* The path neon: see lanes.h. */
#ifdef __aarch64__
#include <stdint.h>
typedef uint32_t LaneSet;
#include "words_neon.h"
#include "lanes.h"

size_t fast_lanes_neon(Batch *batch) { return solve_on_lanes(batch); }
#else
typedef int built_elsewhere; /* an empty file is not C */
#endif

/* The path portable: see lanes.h. */
#include <stdint.h>
typedef uint32_t LaneSet;
#include "words_portable.h"
#include "lanes.h"

size_t fast_lanes_portable(Batch *batch) { return solve_on_lanes(batch); }

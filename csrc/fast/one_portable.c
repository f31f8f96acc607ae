/* One puzzle at a time with whatever the compiler has for any processor of this kind: SSE2, NEON, or 64-bit
   words. */
#include "one_halves.h"
#define PATH_NAME "portable"
#define PATH_TABLE one_portable
#include "one_rows.h"

/* count_cliques.h in plain C. */
#include "count.h"
#define CLIQUES_COUNT cliques_count_portable
#include "count_cliques.h"

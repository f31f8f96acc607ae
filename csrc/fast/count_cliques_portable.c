/* count_cliques.h in plain C. */
#include "count.h"
#define CLIQUES cliques_portable
#include "count_cliques.h"

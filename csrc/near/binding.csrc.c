/* Nothing to add. */
#include "near.c"

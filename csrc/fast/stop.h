/* How the core looks at the flag by which another thread stops it. */
#ifndef FAST_STOP_H
#define FAST_STOP_H
#include "fast.h"

static inline int asked_to_stop(const fast_stop *stop)
{
    return stop && __atomic_load_n(&stop->asked, __ATOMIC_RELAXED);
}

#endif

/* Reads the flag by which another thread stops the core. */
#ifndef FAST_STOP_H
#define FAST_STOP_H
#include "fast.h"

static inline int stop_requested(const fast_stop *stop)
{
    return stop && __atomic_load_n(&stop->requested, __ATOMIC_RELAXED);
}

#endif

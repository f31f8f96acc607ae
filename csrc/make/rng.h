/* Random number generators: SplitMix64, seeded separately for each grid, and Scilab's rand(). They draw the same
   numbers as generate/rng.py. */
#ifndef MAKE_RNG_H
#define MAKE_RNG_H
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
    int scilab;
} make_rng;

static inline uint64_t make_mix64(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* SplitMix64 with the seed that derive_seed in rng.py derives from the key. */
static inline make_rng make_rng_of(const uint64_t *key, size_t parts)
{
    make_rng rng = {0, 0};
    for (size_t i = 0; i < parts; i++)
        rng.state = make_mix64((rng.state + 0x9E3779B97F4A7C15u) ^ key[i]);
    return rng;
}

/* A uniformly random number from 0 to n-1 (Lemire's method on 32 bits); with Scilab's generator int(rand()*n). */
static inline uint32_t make_below(make_rng *rng, uint32_t n)
{
    if (rng->scilab) {
        rng->state = (rng->state * 843314861u + 453816693u) & 0x7FFFFFFFu;
        return (uint32_t)(rng->state * n >> 31);
    }
    for (;;) {
        rng->state += 0x9E3779B97F4A7C15u;
        uint64_t product = (make_mix64(rng->state) >> 32) * n;
        uint32_t low = (uint32_t)product;
        if (low >= n || low >= (0u - n) % n) return (uint32_t)(product >> 32);
    }
}

/* Shuffles n bytes. */
static inline void make_shuffle(make_rng *rng, unsigned char *items, uint32_t n)
{
    for (uint32_t last = n; last-- > 1;) {
        uint32_t other = make_below(rng, last + 1);
        unsigned char swapped = items[last];
        items[last] = items[other], items[other] = swapped;
    }
}

#endif

/* Where chance comes from: SplitMix64, started anew for each grid, or Scilab's rand(). Number for number what
   generate/draws.py draws, and what it says of keys holds here too. */
#ifndef MAKE_CHANCE_H
#define MAKE_CHANCE_H
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
    int scilab;
} make_chance;

static inline uint64_t make_mixed(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline make_chance make_chance_of(const uint64_t *key, size_t parts)
{
    make_chance chance = {0, 0};
    for (size_t i = 0; i < parts; i++)
        chance.state = make_mixed((chance.state + 0x9E3779B97F4A7C15u) ^ key[i]);
    return chance;
}

/* One of 0 .. n-1, each as likely (Lemire's method on 32 bits); or the documents' int(rand()*n). */
static inline uint32_t make_below(make_chance *chance, uint32_t n)
{
    if (chance->scilab) {
        chance->state = (chance->state * 843314861u + 453816693u) & 0x7FFFFFFFu;
        return (uint32_t)(chance->state * n >> 31);
    }
    for (;;) {
        chance->state += 0x9E3779B97F4A7C15u;
        uint64_t product = (make_mixed(chance->state) >> 32) * n;
        uint32_t low = (uint32_t)product;
        if (low >= n || low >= (0u - n) % n) return (uint32_t)(product >> 32);
    }
}

#endif

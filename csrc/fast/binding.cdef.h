/* The part of fast.h that Python can call. */
typedef struct {
    int32_t requested;
} fast_stop;

int fast_kernel_count(void);
const char *fast_kernel_name(int kernel);
int fast_kernel_available(int kernel);
int fast_kernel_named(const char *name);

size_t fast_solve_many(const unsigned char *puzzles, size_t n, size_t stride, unsigned char *solutions,
                       size_t solution_stride, unsigned char *counts, uint64_t *guesses, int kernel,
                       const fast_stop *stop);
int fast_solve_one(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses, int kernel,
                   const fast_stop *stop);
int fast_is_unique(const unsigned char *puzzle, const fast_stop *stop);
int fast_is_minimal(const unsigned char *puzzle, const fast_stop *stop);

typedef struct fast_walk fast_walk;
size_t fast_walk_size(void);
void fast_walk_begin(fast_walk *walk, const unsigned char *puzzle, int kernel);
size_t fast_walk_next(fast_walk *walk, unsigned char *solutions, size_t room, uint64_t max_guesses,
                      const fast_stop *stop);
int fast_walk_ended(const fast_walk *walk);
uint64_t fast_walk_guesses(const fast_walk *walk);

typedef struct {
    uint64_t low, high;
} fast_number;
enum { FAST_COUNTED, FAST_STOPPED, FAST_NO_MEMORY };
int fast_count(const unsigned char *puzzle, uint64_t limit, fast_number *count, size_t cache_bytes, int kernel,
               const fast_stop *stop);

/* binding.csrc.c: what would be slow in Python. */
size_t binding_leading_grids(const unsigned char *text, size_t n, size_t stride);
int binding_solve_text(const unsigned char *text, size_t length, unsigned char *solution, int limit, int kernel);
void binding_finish(unsigned char *solutions, const unsigned char *counts, size_t n, size_t solution_stride);
void binding_use_large_pages(unsigned char *buffer, size_t size);

/* The functions that Python calls. Each works on a whole batch, so that the time of the calls does not matter. */
typedef struct {
    ...;
} make_removal;
typedef struct {
    int n;
    unsigned char first[82], cells[81];
    ...;
} make_groups;
void make_prepare(void);
uint32_t make_weight(int second, int third);

/* n full grids, with the keys (seed, numbers[i], attempt), or (seed, numbers[i]) if `attempt` is negative. */
void make_full_grids(uint64_t seed, const uint64_t *numbers, int64_t attempt, size_t n, unsigned char *grids);

/* n grids of document scilab with the keys (seed, first), (seed, first + 1), ...: by MR(clues) if `full` is NULL,
   else by removal from `full`. If `uniform`, by removal from a random full grid, and `full` is ignored. */
void make_document_grids(const unsigned char *full, int uniform, int clues, uint64_t seed, uint64_t first, size_t n,
                         unsigned char *grids);
/* The same with Scilab's generator, beginning with `state`; returns the state after them. `grids` may be NULL. */
uint64_t make_scilab_rng_grids(const unsigned char *full, int clues, uint64_t state, size_t n,
                               unsigned char *grids);

/* Begins n removals with the keys (seed, numbers[i], attempt), from `full`, or if it is NULL from uniformly
   random full grids, which are written to `fulls`. */
void make_begin_removals(make_removal *removals, uint64_t seed, const uint64_t *numbers, uint64_t attempt, size_t n,
                         const make_groups *groups, int min_clues, const unsigned char *full, unsigned char *fulls);
/* Writes the queries of all removals that are not finished, and the number of the removal of each query to
   `owners`; returns the number of queries. */
size_t make_next_queries(make_removal *removals, size_t n, const make_groups *groups, unsigned char *grids,
                         uint32_t *owners);
/* counts[i]: the number of solutions of query i; 1 is unique, any other number is not. */
void make_answer_queries(make_removal *removals, const make_groups *groups, const uint32_t *owners,
                         const unsigned char *counts, size_t n);
void make_puzzles(const make_removal *removals, size_t n, unsigned char *grids);

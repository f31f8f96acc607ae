/* What Python may see: whole batches, so that its own slowness does not count. */
typedef struct {
    ...;
} make_shrinking;
typedef struct {
    int n;
    unsigned char first[82], cells[81];
    ...;
} make_groups;
void make_prepare(void);
uint32_t make_weight(int second, int third);

/* n full grids, with the keys (seed, numbers[i], attempt), or (seed, numbers[i]) if the attempt is negative. */
void make_fulls(uint64_t seed, const uint64_t *numbers, int64_t attempt, size_t n, unsigned char *grids);

/* n grids of document 002, by MR(clues) where `full` is NULL, or else by removal; of the keys (seed, number) for
   number = first, first + 1, ... Where `uniform`, a full grid is drawn before, and `full` is not looked at. */
void make_by_document(const unsigned char *full, int uniform, int clues, uint64_t seed, uint64_t first, size_t n,
                      unsigned char *grids);
/* The same with Scilab's numbers, from the state on; returns the state after them. `grids` may be NULL. */
uint64_t make_by_scilab(const unsigned char *full, int clues, uint64_t state, size_t n, unsigned char *grids);

/* n shrinkings begun, of the keys (seed, numbers[i], attempt); from `full`, or if NULL from uniform full grids, which
   are written to `fulls`. */
void make_begin(make_shrinking *leads, uint64_t seed, const uint64_t *numbers, uint64_t attempt, size_t n,
                const make_groups *groups, int least, const unsigned char *full, unsigned char *fulls);
/* The questions of all that have one, one after another, and whose they are; returns how many. */
size_t make_ask(make_shrinking *leads, size_t n, const make_groups *groups, unsigned char *grids, uint32_t *whose);
/* counts[i]: the solutions of question i; 1 is unique, anything else is not. */
void make_answer(make_shrinking *leads, const make_groups *groups, const uint32_t *whose,
                 const unsigned char *counts, size_t n);
void make_puzzles(const make_shrinking *leads, size_t n, unsigned char *grids);

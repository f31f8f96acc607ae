/* What Python may see of the document's C. */

typedef struct {
    long long calls, tests, placements, erasures, solutions;
    uint64_t tree;      /* FNV-1a of the placements, two bytes each: cell, digit */
    int stopped;        /* the search was left before its end */
} original_report;

/* Search grid (81 characters, '0' for an empty cell), at most limit solutions if limit > 0. `handle` comes back
   in each call of original_speaks. One search at a time, but for those that are inside original_speaks. */
void original_search(const char *grid, long long limit, int show, void *handle, original_report *report);

/* A solution (81 characters) if `show` was asked, or NULL now and then, to take breath. Not 0: stop. */
extern "Python" int original_speaks(void *handle, const char *solution);

/* The part of the document's C that Python can call. */

typedef struct {
    long long calls, tests, placements, erasures, solutions;
    uint64_t tree;      /* FNV-1a of the placements, two bytes each: cell, digit */
    int stopped;        /* the search was stopped before its end */
} original_report;

/* Searches the grid (81 characters, '0' for an empty cell) for at most `limit` solutions, or all if it is 0.
   `handle` is passed to original_callback. Only one search may run at a time; original_callback may start another
   one. */
void original_search(const char *grid, long long limit, int show, void *handle, original_report *report);

/* Called with each solution (81 characters) if `show`, and regularly with NULL, so that the search can be stopped.
   Returns 0 to continue. */
extern "Python" int original_callback(void *handle, const char *solution);

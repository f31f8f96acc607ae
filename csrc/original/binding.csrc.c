/* The document's program inside Python: its text as it is, its drawing left aside, watched from outside.
   Its tables are globals: what one search has in them is put aside while it speaks to Python, where another
   search may begin. */
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    long long calls, tests, placements, erasures, solutions;
    uint64_t tree;
    int stopped;
} original_report;

static int original_speaks(void *handle, const char *solution);

/* Its names stay inside the library: it is built with hidden visibility. */
#include "no_screen.h"

enum { CALLS_PER_BREATH = 1 << 15 }; /* some 10 ms */

typedef struct {
    const char *grid;
    long long limit;
    int show;
    void *handle;
    original_report *report;
    jmp_buf end;
} original_run;

static original_run *run; /* the search that the globals belong to */

typedef struct {
    original_run *run;
    int a[81], chiffre[10][10], nbcasesaremplir, d[81], nbsolutions;
} original_tables;

static void put_aside(original_tables *kept)
{
    kept->run = run;
    memcpy(kept->a, a, sizeof a);
    memcpy(kept->chiffre, chiffre, sizeof chiffre);
    memcpy(kept->d, d, sizeof d);
    kept->nbcasesaremplir = nbcasesaremplir;
    kept->nbsolutions = nbsolutions;
}

static void put_back(const original_tables *kept)
{
    run = kept->run;
    memcpy(a, kept->a, sizeof a);
    memcpy(chiffre, kept->chiffre, sizeof chiffre);
    memcpy(d, kept->d, sizeof d);
    nbcasesaremplir = kept->nbcasesaremplir;
    nbsolutions = kept->nbsolutions;
}

static void leave(void)
{
    run->report->stopped = 1;
    longjmp(run->end, 1);
}

static void speak(const char *solution)
{
    original_tables kept;
    put_aside(&kept);
    int stop = original_speaks(run->handle, solution);
    put_back(&kept);
    if (stop) leave();
}

static void watch_clues(void)
{
    for (int i = 0; i < 81; i++) a[i] = run->grid[i] - '0';
}

static void watch_call(void)
{
    if (++run->report->calls % CALLS_PER_BREATH == 0) speak(NULL);
}

static void watch_write(int cell, int digit)
{
    original_report *report = run->report;
    if (digit == 0) {
        report->erasures++;
        return;
    }
    report->placements++;
    const uint64_t fnv_prime = 0x100000001b3;
    report->tree = (report->tree ^ (uint64_t)cell) * fnv_prime;
    report->tree = (report->tree ^ (uint64_t)digit) * fnv_prime;
}

static void watch_solution(void)
{
    run->report->solutions++;
    if (run->show) {
        char solution[82];
        for (int i = 0; i < 81; i++) solution[i] = (char)('0' + chiffre[i / 9][i % 9]);
        solution[81] = 0;
        speak(solution);
    }
    if (run->limit > 0 && run->report->solutions >= run->limit) leave();
}

#define WATCH_CALL watch_call()
#define WATCH_TEST run->report->tests++
#define WATCH_WRITE(cell, digit) watch_write(cell, digit)
#define WATCH_SOLUTION watch_solution()
#define WATCH_CLUES watch_clues()
#include "observed.h"

/* [C2] The document counts on fresh globals. */
static void fresh_tables(void)
{
    static const original_tables zeros;
    original_run *current = run;
    put_back(&zeros);
    run = current;
}

static void original_search(const char *grid, long long limit, int show, void *handle, original_report *report)
{
    original_run this_run = {.grid = grid, .limit = limit, .show = show, .handle = handle, .report = report};
    memset(report, 0, sizeof *report);
    report->tree = 0xcbf29ce484222325; /* FNV-1a's offset basis */
    run = &this_run;
    fresh_tables();
    if (setjmp(this_run.end) == 0) {
        conditionsinitiales();
        arbre(0);
    }
    run = NULL;
}

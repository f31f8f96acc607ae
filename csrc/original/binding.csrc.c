/* The document's program for Python: its text unmodified, without its drawing, instrumented by observed.h.
   Its tables are globals. They are saved before each call of original_callback, which may start another search, and
   restored after it. */
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    long long calls, tests, placements, erasures, solutions;
    uint64_t tree;
    int stopped;
} original_report;

static int original_callback(void *handle, const char *solution);

/* The library is built with hidden visibility, so these names are not exported. */
#include "no_screen.h"

enum { CALLS_PER_CALLBACK = 1 << 15 }; /* about 10 ms */

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

static void save_tables(original_tables *saved)
{
    saved->run = run;
    memcpy(saved->a, a, sizeof a);
    memcpy(saved->chiffre, chiffre, sizeof chiffre);
    memcpy(saved->d, d, sizeof d);
    saved->nbcasesaremplir = nbcasesaremplir;
    saved->nbsolutions = nbsolutions;
}

static void restore_tables(const original_tables *saved)
{
    run = saved->run;
    memcpy(a, saved->a, sizeof a);
    memcpy(chiffre, saved->chiffre, sizeof chiffre);
    memcpy(d, saved->d, sizeof d);
    nbcasesaremplir = saved->nbcasesaremplir;
    nbsolutions = saved->nbsolutions;
}

static void stop_search(void)
{
    run->report->stopped = 1;
    longjmp(run->end, 1);
}

static void call_python(const char *solution)
{
    original_tables saved;
    save_tables(&saved);
    int stop = original_callback(run->handle, solution);
    restore_tables(&saved);
    if (stop) stop_search();
}

static void watch_clues(void)
{
    for (int i = 0; i < 81; i++) a[i] = run->grid[i] - '0';
}

static void watch_call(void)
{
    if (++run->report->calls % CALLS_PER_CALLBACK == 0) call_python(NULL);
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
        call_python(solution);
    }
    if (run->limit > 0 && run->report->solutions >= run->limit) stop_search();
}

#define WATCH_CALL watch_call()
#define WATCH_TEST run->report->tests++
#define WATCH_WRITE(cell, digit) watch_write(cell, digit)
#define WATCH_SOLUTION watch_solution()
#define WATCH_CLUES watch_clues()
#include "observed.h"

/* [C2] The document relies on globals that are 0. */
static void clear_tables(void)
{
    static const original_tables zeros;
    original_run *current = run;
    restore_tables(&zeros);
    run = current;
}

static void original_search(const char *grid, long long limit, int show, void *handle, original_report *report)
{
    original_run this_run = {.grid = grid, .limit = limit, .show = show, .handle = handle, .report = report};
    memset(report, 0, sizeof *report);
    report->tree = 0xcbf29ce484222325; /* FNV-1a's offset basis */
    run = &this_run;
    clear_tables();
    if (setjmp(this_run.end) == 0) {
        conditionsinitiales();
        arbre(0);
    }
    run = NULL;
}

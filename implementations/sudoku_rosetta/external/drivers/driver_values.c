/* Reads the grids and writes the replies of a driver in C (see driver.py). The driver includes the copy, so this file
   is compiled apart: the copy may define names of the standard library. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

long driver_cells[81];
static FILE *requests;
static int in_call;
static int by_characters;
static char request[200];
static void (*write_argument)(void);

void driver_text(const char *text);

static void argument(void)
{
    if (write_argument != NULL) write_argument();
}

static void end_reply(void)
{
    fputs("}\n", stdout);
    fflush(stdout);
    in_call = 0;
}

void driver_begin_reply(void)
{
    in_call = 2;
    fputs("\n\x1e{\"returned\": ", stdout);
}

/* The copy has called exit(): some end so when they have filled or printed the grid. */
static void at_exit(void)
{
    if (in_call == 1) {
        fputs("\n\x1e{\"returned\": null, \"ended\": true", stdout);
        argument();
        end_reply();
    }
}

void driver_error(const char *text)
{
    fputs("\n\x1e{\"error\": ", stdout);
    in_call = 2;
    driver_text(text);
    argument();
    end_reply();
}

void driver_end_reply(void)
{
    argument();
    end_reply();
}

/* An animation does not wait. */
int usleep(useconds_t time)
{
    (void)time;
    return 0;
}

unsigned sleep(unsigned time)
{
    (void)time;
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *rest)
{
    (void)time;
    (void)rest;
    return 0;
}

void driver_start(void)
{
    requests = fdopen(dup(0), "r");
    if (freopen("/dev/null", "r", stdin) == NULL || requests == NULL) exit(1);
    atexit(at_exit);
}

/* Reads the next request, and returns the number of its reading; -1 at the end. */
int driver_read(void)
{
    write_argument = NULL;
    return fgets(request, sizeof request, requests) == NULL ? -1 : atoi(request);
}

/* The grid of the request is put into driver_cells: numbers, or characters with a sign for an empty cell. `argument`
   writes it as it is after the call; NULL if the copy says that later. */
void driver_form(int characters, int blank, void (*argument)(void))
{
    const char *line = strchr(request, ' ');
    if (line == NULL || strlen(line) < 82) exit(1);
    line++;
    by_characters = characters;
    for (int cell = 0; cell < 81; cell++)
        if (line[cell] == '0')
            driver_cells[cell] = characters || blank == '0' ? blank - (characters ? 0 : '0') : -1;
        else
            driver_cells[cell] = characters ? line[cell] : line[cell] - '0';
    write_argument = argument;
    in_call = 1;
}

void driver_key(const char *name) { printf(", \"%s\": ", name); }

void driver_sign(const char *sign) { fputs(sign, stdout); }

void driver_character(int sign)
{
    char text[2] = {(char)sign, 0};
    driver_text(text);
}

void driver_null(void) { fputs("null", stdout); }

void driver_number(long number) { printf("%ld", number); }

void driver_boolean(int value) { fputs(value ? "true" : "false", stdout); }

static void character(unsigned char sign)
{
    if (sign == '"' || sign == '\\')
        printf("\\%c", sign);
    else if (sign < 32 || sign > 126)
        printf("\\u%04x", sign);
    else
        putchar(sign);
}

void driver_text(const char *text)
{
    if (text == NULL) {
        driver_null();
        return;
    }
    putchar('"');
    for (long length = 0; *text && length < 100000; text++, length++)
        character((unsigned char)*text);
    putchar('"');
}

/* The grid in driver_cells: nine rows, one list, or one text. */
void driver_grid(const char *shape)
{
    int rows = strcmp(shape, "rows") == 0, text = strcmp(shape, "text") == 0;
    putchar(text ? '"' : '[');
    for (int cell = 0; cell < 81; cell++) {
        if (!text && cell > 0) fputs(rows && cell % 9 == 0 ? "], " : ", ", stdout);
        if (rows && cell % 9 == 0) putchar('[');
        if (!by_characters)
            printf("%ld", driver_cells[cell]);
        else {
            if (!text) putchar('"');
            character((unsigned char)driver_cells[cell]);
            if (!text) putchar('"');
        }
    }
    fputs(text ? "\"" : rows ? "]]" : "]", stdout);
}

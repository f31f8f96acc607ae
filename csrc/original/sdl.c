/* The document's program as it is printed: an SDL 1.2 window, and TTF for the digits.
   Its files are included unmodified, and its main is the program's main. It does not check for errors, and needs a
   times.ttf in the current folder and a key after each page: macros around its main handle these.

     SUDOKU_FONT=file        the font, if there is no times.ttf in the current folder
     SUDOKU_PICTURES=folder  saves each page there as page-1.bmp, page-2.bmp..., and waits for no key */

#include <SDL/SDL.h>
#include <SDL/SDL_ttf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* POSIX has another pause, which returns an int: the document's is renamed. */
#define pause pause_of_the_document

/* The document's own warning: SDL_Color couleurnoire={0,0,0} leaves out SDL's fourth, unused field. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "declarations.h"
#pragma GCC diagnostic pop

#include "graphical_functions.c"
#include "conditionsinitiales.c"
#include "dessin.c"
#include "possible.c"
#include "arbre.c"

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "sudoku-sdl: %s: %s\n", what, why);
    exit(2);
}

static int start_sdl(Uint32 flags)
{
    if (SDL_Init(flags) != 0) fail("no video", SDL_GetError());
    return 0;
}

static SDL_Surface *open_window(int width, int height, int bits, Uint32 flags)
{   SDL_Surface *window = SDL_SetVideoMode(width, height, bits, flags);

    if (window == NULL) fail("no window", SDL_GetError());
    return window;
}

static int start_ttf(void)
{
    if (TTF_Init() != 0) fail("no TTF", TTF_GetError());
    return 0;
}

/* Fonts that look like Times, the most similar first. */
static const char *const like_times[] = {
    "C:/Windows/Fonts/times.ttf",
    "/System/Library/Fonts/Supplemental/Times New Roman.ttf",
    "/Library/Fonts/Times New Roman.ttf",
    "/usr/share/fonts/truetype/msttcorefonts/Times_New_Roman.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf",
    "/usr/share/fonts/truetype/liberation2/LiberationSerif-Regular.ttf",
    "/usr/share/fonts/liberation-serif-fonts/LiberationSerif-Regular.ttf",
    "/usr/share/fonts/liberation-serif/LiberationSerif-Regular.ttf",
    "/usr/share/fonts/liberation/LiberationSerif-Regular.ttf",
    "/usr/share/fonts/truetype/croscore/Tinos-Regular.ttf",
    "/usr/share/fonts/opentype/urw-base35/NimbusRoman-Regular.otf",
    "/usr/share/fonts/urw-base35/NimbusRoman-Regular.otf",
    "/usr/share/fonts/gsfonts/NimbusRoman-Regular.otf",
    "/usr/share/fonts/truetype/freefont/FreeSerif.ttf",
    "/usr/share/fonts/gnu-free/FreeSerif.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf",
    "/usr/share/fonts/dejavu-serif-fonts/DejaVuSerif.ttf",
    "/usr/share/fonts/TTF/DejaVuSerif.ttf",
};

/* The font that fontconfig substitutes for Times; NULL if fontconfig is not installed. */
static TTF_Font *ask_fontconfig(int size)
{
#ifdef _WIN32
    (void)size;
    return NULL;
#else
    char path[FILENAME_MAX];
    size_t length;
    FILE *answer = popen("fc-match -f '%{file}' 'Times New Roman' 2>/dev/null", "r");

    if (answer == NULL) return NULL;
    length = fread(path, 1, sizeof path - 1, answer);
    pclose(answer);
    path[length] = '\0';
    return length > 0 ? TTF_OpenFont(path, size) : NULL;
#endif
}

/* The document's file, then SUDOKU_FONT, then the fonts of the machine. A SUDOKU_FONT that cannot be opened is an
   error. */
static TTF_Font *find_font(const char *name, int size)
{   const char *chosen = getenv("SUDOKU_FONT");
    TTF_Font *font = TTF_OpenFont(name, size);
    size_t i;

    if (font == NULL && chosen != NULL && chosen[0] != '\0') {
        font = TTF_OpenFont(chosen, size);
        if (font == NULL) fail("SUDOKU_FONT cannot be used", TTF_GetError());
    }
    for (i = 0; font == NULL && i < sizeof like_times / sizeof like_times[0]; i++)
        font = TTF_OpenFont(like_times[i], size);
    if (font == NULL) font = ask_fontconfig(size);
    if (font == NULL)
        fail("no font like Times",
                "put a times.ttf here, set SUDOKU_FONT to a font file, or install fonts-liberation");
    return font;
}

static const char *pictures_folder(void)
{   const char *folder = getenv("SUDOKU_PICTURES");

    return folder != NULL && folder[0] != '\0' ? folder : NULL;
}

static void save_page(SDL_Surface *page, const char *folder)
{   static int number;
    char path[FILENAME_MAX];
    SDL_RWops *file;

    if (snprintf(path, sizeof path, "%s/page-%d.bmp", folder, ++number) >= (int)sizeof path)
        fail("SUDOKU_PICTURES", "the folder's name is too long");
    file = SDL_RWFromFile(path, "wb");
    SDL_ClearError();
    if (file == NULL || SDL_SaveBMP_RW(page, file, 1) != 0) fail("cannot write", path);
}

static int show_page(SDL_Surface *page)
{   int flipped = SDL_Flip(page);

    if (pictures_folder() != NULL) save_page(page, pictures_folder());
    return flipped;
}

static void wait_for_reader(void)
{
    if (pictures_folder() == NULL) pause();
}

#undef pause
#define pause wait_for_reader
#define SDL_Init start_sdl
#define SDL_SetVideoMode open_window
#define TTF_Init start_ttf
#define TTF_OpenFont find_font
#define SDL_Flip show_page

/* The document's own warning: its main does not use argc and argv (SDL wants them to be there). */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "main.c"
#pragma GCC diagnostic pop

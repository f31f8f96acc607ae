/* pause, putpixel, getpixel, line: the document's footnote 2 says that they are on its author's web pages, in a
   program "graphical functions" that it does not print. These are ours, with the document's prototypes (getpixel
   has none), for the 32-bit SDL 1.2 surface `screen` that its main opens. Included by sdl.c after the document's
   declarations. */

/* Waits for a key. When the window is closed, this and all later calls return at once, so that the program ends. */
void pause(void)
{   static int closed;
    SDL_Event event;

    while (!closed && SDL_WaitEvent(&event)) {
        if (event.type == SDL_KEYDOWN) return;
        if (event.type == SDL_QUIT) closed = 1;
    }
}

/* The address of a pixel, or NULL outside the screen. */
static Uint32 *pixel(int xe, int ye)
{
    if (xe < 0 || ye < 0 || xe >= screen->w || ye >= screen->h) return NULL;
    return (Uint32 *)screen->pixels + ye * (screen->pitch / 4) + xe;
}

void putpixel(int xe, int ye, Uint32 couleur)
{   Uint32 *place;

    if (SDL_MUSTLOCK(screen) && SDL_LockSurface(screen) != 0) return;
    place = pixel(xe, ye);
    if (place != NULL) *place = couleur;
    if (SDL_MUSTLOCK(screen)) SDL_UnlockSurface(screen);
}

/* The document names it but never calls it. Outside the screen it returns 0. */
Uint32 getpixel(int xe, int ye)
{   Uint32 *place, couleur;

    if (SDL_MUSTLOCK(screen) && SDL_LockSurface(screen) != 0) return 0;
    place = pixel(xe, ye);
    couleur = place != NULL ? *place : 0;
    if (SDL_MUSTLOCK(screen)) SDL_UnlockSurface(screen);
    return couleur;
}

/* Bresenham's algorithm; both ends are drawn. */
void line(int x0, int y0, int x1, int y1, Uint32 c)
{   int dx = abs(x1 - x0), dy = -abs(y1 - y0);
    int stepx = x0 < x1 ? 1 : -1, stepy = y0 < y1 ? 1 : -1;
    int error = dx + dy, twice;

    for (;;) {
        putpixel(x0, y0, c);
        if (x0 == x1 && y0 == y1) return;
        twice = 2 * error;
        if (twice >= dy) { error += dy; x0 += stepx; }
        if (twice <= dx) { error += dx; y0 += stepy; }
    }
}

/* A text screen: 9x9 cells, the lines between them, and a line of text below.
   The document draws in pixels; xorig, yorig and pas give the cell of a pixel.
   Included after text_screen.h and the document's declarations. */

static struct { char cell[9][9]; char across[4], down[4]; } drawn, shown;
static char below[sizeof chiffr]; /* the line under the grid, which the document writes at its end */
static Uint32 background;

static char *cell_at(int x, int y)
{   int L = (y - yorig) / pas, C = (x - xorig) / pas;

    return x >= xorig && y >= yorig && L < 9 && C < 9 ? &drawn.cell[L][C] : NULL;
}

/* Text has no colours. The document colours a cell before it writes the digit, so this removes the dot. */
void putpixel(int xe, int ye, Uint32 couleur)
{   char *cell = cell_at(xe, ye);

    if (cell != NULL) *cell = couleur == background ? '.' : ' ';
}

/* The only lines are the borders of the boxes, 3*pas apart. */
void line(int x0, int y0, int x1, int y1, Uint32 c)
{   int across = (y0 - yorig) / (3 * pas), down = (x0 - xorig) / (3 * pas);

    (void)c;
    if (y0 == y1 && across >= 0 && across < 4) drawn.across[across] = 1;
    if (x0 == x1 && down >= 0 && down < 4) drawn.down[down] = 1;
}

static int SDL_Init(Uint32 flags)
{
    (void)flags;
    return 0;
}

static SDL_Surface *SDL_SetVideoMode(int width, int height, int bits, Uint32 flags)
{   static SDL_PixelFormat format;
    static SDL_Surface window;

    (void)width; (void)height; (void)flags;
    format.bits = bits;
    window.format = &format;
    return &window;
}

static Uint32 SDL_MapRGB(const SDL_PixelFormat *format, uint8_t r, uint8_t g, uint8_t b)
{
    (void)format;
    return (Uint32)r << 16 | (Uint32)g << 8 | b;
}

static int SDL_FillRect(SDL_Surface *surface, SDL_Rect *part, Uint32 couleur)
{
    (void)surface; (void)part;
    background = couleur;
    memset(&drawn, 0, sizeof drawn);
    memset(drawn.cell, '.', sizeof drawn.cell);
    return 0;
}

static int TTF_Init(void)
{
    return 0;
}

static TTF_Font *TTF_OpenFont(const char *name, int size)
{   static TTF_Font font;

    (void)name;
    font.size = size;
    return &font;
}

/* All texts share one surface: the document blits each before it renders the next, and never frees one. */
static SDL_Surface *TTF_RenderText_Solid(TTF_Font *font, const char *text, SDL_Color couleur)
{   static SDL_Surface rendered;

    (void)font; (void)couleur;
    snprintf(rendered.text, sizeof rendered.text, "%s", text);
    return &rendered;
}

static int SDL_BlitSurface(SDL_Surface *from, SDL_Rect *part, SDL_Surface *to, SDL_Rect *place)
{   char *cell = cell_at(place->x, place->y);

    (void)part; (void)to;
    if (cell != NULL) *cell = from->text[0];
    else snprintf(below, sizeof below, "%s", from->text);
    return 0;
}

static void print_grid(void)
{   int L, C;

    for (L = 0; L <= 9; L++) {
        if (L % 3 == 0 && drawn.across[L / 3]) puts("+-------+-------+-------+");
        if (L == 9) break;
        for (C = 0; C < 9; C++) {
            if (C % 3 == 0) printf("%c ", drawn.down[C / 3] ? '|' : ' ');
            printf("%c ", drawn.cell[L][C]);
        }
        puts(drawn.down[3] ? "|" : "");
    }
    puts("");
}

/* Prints the grid only if it changed. */
static int SDL_Flip(SDL_Surface *surface)
{
    (void)surface;
    if (memcmp(&drawn, &shown, sizeof drawn) != 0) print_grid();
    shown = drawn;
    if (below[0] != '\0') puts(below);
    below[0] = '\0';
    return 0;
}

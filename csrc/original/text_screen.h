/* The SDL and TTF names that the document uses, for a text screen: with them its declarations, carre, dessin and
   main compile unmodified without SDL. text_screen.c defines the functions. Included before the document's
   declarations, which need the types. */
#ifndef TEXT_SCREEN_H
#define TEXT_SCREEN_H

#include <stddef.h>
#include <stdint.h>

#define SDL_INIT_VIDEO 0x00000020
#define SDL_HWSURFACE 0x00000001
#define SDL_DOUBLEBUF 0x40000000

typedef uint32_t Uint32;
typedef struct { int bits; } SDL_PixelFormat;
typedef struct { SDL_PixelFormat *format; char text[2000]; } SDL_Surface; /* as long as the document's chiffr[] */
typedef struct { int16_t x, y; uint16_t w, h; } SDL_Rect;
typedef struct { uint8_t r, g, b; } SDL_Color;
typedef struct { int size; } TTF_Font;

#endif

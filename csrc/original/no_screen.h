/* The document's declarations for programs that draw nothing. They need a few types of SDL; unistd.h declares
   another pause(). */
#include <stdint.h>

typedef uint32_t Uint32;
typedef struct { int unused; } SDL_Surface, TTF_Font;
typedef struct { short x, y; } SDL_Rect;
typedef struct { unsigned char r, g, b; } SDL_Color;
#define pause document_pause
#include "declarations.h"
#undef pause

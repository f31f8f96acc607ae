/* Document "c", the declarations of its final listing.
   Its #include lines for SDL are kept apart, in sdl.c: the printf form has no SDL to include. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define xorig 20
#define yorig 20
#define pas 40

void conditionsinitiales(void);
void arbre(int etage);
int possible(int n,int L, int C);
void carre(int ligne, int colonne, int n, int couleur);
void dessin(void);
void pause(void);
void putpixel(int xe, int ye, Uint32 couleur);
void line(int x0,int y0, int x1,int y1, Uint32 c);
SDL_Surface * screen;
SDL_Surface *texte;  SDL_Rect position;TTF_Font *police=NULL;char chiffr[2000];
SDL_Color couleurnoire={0,0,0};
Uint32 white,black,couleurcase;
int a[81],chiffre[10][10],nbcasesaremplir,d[81],nbsolutions;

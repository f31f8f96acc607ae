/* Document "c": the main program. */
int main(int argc, char ** argv)
{   SDL_Init(SDL_INIT_VIDEO);
    screen=SDL_SetVideoMode(800,800,32, SDL_HWSURFACE|SDL_DOUBLEBUF);
    white=SDL_MapRGB(screen->format,255,255,255);
    couleurcase=SDL_MapRGB(screen->format,255,200,200);
    black=SDL_MapRGB(screen->format,0,0,0);
    SDL_FillRect(screen,0,white);   /* [C1] */
   TTF_Init();  police=TTF_OpenFont("times.ttf",30);

  conditionsinitiales(); dessin();SDL_Flip(screen); pause();
  arbre(0);

   sprintf(chiffr,"Nombre de solutions : %d",nbsolutions);
   texte=TTF_RenderText_Solid(police,chiffr,couleurnoire);
   position.x=30; position.y=500; SDL_BlitSurface(texte,NULL,screen,&position);
   SDL_Flip(screen); pause(); return 0;
}

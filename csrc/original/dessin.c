/* Document "c": the picture of the grid, a coloured square for each digit and the lines of the big squares. */
void carre(int ligne, int colonne, int n, int couleur)
  { int i,j;        /* dessin d'un carré de longueur pas, dans la ligne et la colonne données */
     for(i=xorig+pas*colonne; i< xorig+pas*(colonne+1);i++)
     for(j=yorig+pas*ligne; j<yorig+pas*(ligne+1);j++)
     if (n!=0)  putpixel(i,j,couleur);    /* coloriage du carré de la case concernée */

      if (n!=0)        /* placement du chiffre n dans le carré */
        { sprintf(chiffr,"%d",n);
           texte=TTF_RenderText_Solid(police,chiffr,couleurnoire);
           position.x=xorig+12+pas*colonne; position.y=yorig+3+pas*ligne;
           SDL_BlitSurface(texte,NULL,screen,&position);
        }
  }

void dessin(void)
{ int i,L,C;
  for(i=0;i<81;i++) {L=i/9;C=i%9; carre(L,C,chiffre[L][C],couleurcase); }
  for(i=0;i<=3;i++) line(xorig,yorig+3*pas*i,xorig+9*pas,yorig+3*pas*i,black);
  for(i=0;i<=3;i++) line(xorig+3*pas*i,yorig,xorig+3*pas*i,yorig+9*pas,black);
}

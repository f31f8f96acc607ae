/* Document "c": the search, one call of arbre() for each node of the tree. */
void arbre(int etage)
  {  int casearemplir,ligne,colonne,kk,k,nombre,b[9];
/* [section: end] */
      if (etage==nbcasesaremplir)
        { nbsolutions++; dessin(); /* SDL_Flip(screen); pause(); si plusieurs solutions */
        }
/* [end section] */
     else
/* [section: next] */
        {  casearemplir=d[etage]; ligne=casearemplir/9; colonne=casearemplir%9;
/* [end section] */
/* [section: try] */
           k=0;
           for(nombre=1;nombre<=9;nombre++)
           if (possible(nombre,ligne,colonne)==1) b[k++]=nombre;
           for(kk=0;kk<k;kk++)
                    {chiffre[ligne][colonne]=b[kk];
                      arbre(etage+1);
                    }
/* [end section] */
/* [section: back] */
           chiffre[ligne][colonne]=0;
/* [end section] */
        }
  }

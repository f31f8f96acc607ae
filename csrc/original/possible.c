/* Document "c": may this digit go here? */
/* [section: possible] */
int possible(int n,int L, int C)
{  int i, nc,pdc,ligne,colonne;
    for(i=0;i<9;i++) if (chiffre[L][i]==n) return 0;
    for(i=0;i<9;i++) if (chiffre[i][C]==n) return 0;
    nc=3*(L/3)+C/3;
    for(pdc=0; pdc<9; pdc++)
              { ligne=3*(nc/3)+pdc/3; colonne=3*(nc%3)+pdc%3;
                 if (chiffre[ligne][colonne]==n) return 0;
              }
    return 1;
}
/* [end section] */

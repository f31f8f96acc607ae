/* Document "c": the grid and its clues. */
/* [section: grid] */
void conditionsinitiales(void)
{  int i,L,C,k;       /* les tableaux a[] et chiffre[][] sont déclarés en global, ils sont à 0 */
    a[0]=1;a[5]=7;a[7]=9; a[10]=3; a[13]=2;a[17]=8;a[20]=9;  a[21]=6;a[24]=5;
    a[29]=5;a[30]=3; a[33]=9;a[37]=1;a[40]=8;a[44]=2;  a[45]=6;a[50]=4;
    a[54]=3;a[61]=1;a[64]=4; a[71]=7;a[74]=7;a[78]=3;
    k=0;
    for(i=0;i<81;i++)
    if (a[i]!=0) { L=i/9; C=i%9; chiffre[L][C]=a[i] ;}
    else {nbcasesaremplir++; d[k++]= i; }   /* [C2] counts on a fresh 0 */
}
/* [end section] */

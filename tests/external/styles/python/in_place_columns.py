def resous(grille):
    for j in range(9):
        for i in range(9):
            if grille[i][j] == 0:
                for k in range(9, 0, -1):
                    if autorise(grille, i, j, k):
                        grille[i][j] = k
                        if resous(grille):
                            return True
                        grille[i][j] = 0
                return False
    return True


def autorise(grille, i, j, k):
    if k in grille[i]:
        return False
    if k in [ligne[j] for ligne in grille]:
        return False
    carre = [grille[a][b] for a in range(i - i % 3, i - i % 3 + 3) for b in range(j - j % 3, j - j % 3 + 3)]
    return k not in carre

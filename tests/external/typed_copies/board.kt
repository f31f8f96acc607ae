package fr.lycee

private val grille = Array(9) { IntArray(9) }

private fun possible(r: Int, c: Int, n: Int): Boolean {
    for (i in 0..8) if (grille[r][i] == n || grille[i][c] == n || grille[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == n) return false
    return true
}

fun resoudre(pos: Int = 0): Boolean {
    if (pos == 81) return true
    val r = pos / 9
    val c = pos % 9
    if (grille[r][c] != 0) return resoudre(pos + 1)
    for (n in 1..9) if (possible(r, c, n)) {
        grille[r][c] = n
        if (resoudre(pos + 1)) return true
        grille[r][c] = 0
    }
    return false
}

fun main() { println(resoudre()) }

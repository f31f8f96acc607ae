# Prints a matrix.
lines <- readLines("stdin")
g <- matrix(as.integer(unlist(strsplit(paste(lines, collapse = ""), ""))), nrow = 9, byrow = TRUE)
fits <- function(g, r, c, v) {
  br <- 3 * ((r - 1) %/% 3); bc <- 3 * ((c - 1) %/% 3)
  !any(g[r, ] == v) && !any(g[, c] == v) && !any(g[br + 1:3, bc + 1:3] == v)
}
solve_grid <- function(g) {
  empty <- which(g == 0, arr.ind = TRUE)
  if (nrow(empty) == 0) return(g)
  r <- empty[1, 1]; c <- empty[1, 2]
  for (v in 1:9) if (fits(g, r, c, v)) {
    g[r, c] <- v
    found <- solve_grid(g)
    if (!is.null(found)) return(found)
  }
  NULL
}
print(solve_grid(g))

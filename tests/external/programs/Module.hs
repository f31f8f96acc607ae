-- A module with another name than Main.
module Sudoku where
import Data.Char (digitToInt)
import Data.List (elemIndex)

fits :: [Int] -> Int -> Int -> Bool
fits g n v = and [g !! m /= v | m <- [0..80], m `div` 9 == r || m `mod` 9 == c || box m == box n]
  where (r, c) = n `divMod` 9
        box m = (m `div` 27, m `mod` 9 `div` 3)

solve :: [Int] -> [[Int]]
solve g = case elemIndex 0 g of
  Nothing -> [g]
  Just n -> concat [solve (take n g ++ v : drop (n + 1) g) | v <- [1..9], fits g n v]

rows :: [Int] -> [[Int]]
rows [] = []
rows g = take 9 g : rows (drop 9 g)

main :: IO ()
main = do
  text <- getContents
  case solve (map digitToInt (concat (lines text))) of
    [] -> putStrLn "No solution"
    (s:_) -> mapM_ print (rows s)

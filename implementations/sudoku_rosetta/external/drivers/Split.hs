-- The usual functions of the package split, where it is not installed.
module Data.List.Split where

import Data.List (isPrefixOf)

splitOn :: Eq a => [a] -> [a] -> [[a]]
splitOn separator = go []
  where
    go part [] = [reverse part]
    go part rest@(x : xs)
      | separator `isPrefixOf` rest && not (null separator) = reverse part : go [] (drop (length separator) rest)
      | otherwise = go (x : part) xs

splitWhen :: (a -> Bool) -> [a] -> [[a]]
splitWhen p xs = case break p xs of
  (part, _ : rest) -> part : splitWhen p rest
  (part, []) -> [part]

splitOneOf :: Eq a => [a] -> [a] -> [[a]]
splitOneOf signs = splitWhen (`elem` signs)

wordsBy :: (a -> Bool) -> [a] -> [[a]]
wordsBy p = filter (not . null) . splitWhen p

linesBy :: (a -> Bool) -> [a] -> [[a]]
linesBy p xs = case splitWhen p xs of
  parts | null (last parts) -> init parts
        | otherwise -> parts

endBy :: Eq a => [a] -> [a] -> [[a]]
endBy separator xs = case splitOn separator xs of
  parts | null (last parts) -> init parts
        | otherwise -> parts

chunksOf, splitEvery, chunk :: Int -> [a] -> [[a]]
chunksOf _ [] = []
chunksOf count xs = take count xs : chunksOf count (drop count xs)
splitEvery = chunksOf
chunk = chunksOf

splitPlaces :: Integral a => [a] -> [b] -> [[b]]
splitPlaces [] _ = []
splitPlaces _ [] = []
splitPlaces (count : counts) xs = take (fromIntegral count) xs : splitPlaces counts (drop (fromIntegral count) xs)

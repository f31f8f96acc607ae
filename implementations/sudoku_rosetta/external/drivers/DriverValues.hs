{-# LANGUAGE ScopedTypeVariables #-}
-- Gives the grids to a Haskell copy and writes its values as JSON: see driver.py. `haskell` appends the calls to the copy.
module DriverValues where

import Control.Exception
import Control.Monad (unless)
import Data.Array (Array, listArray)
import qualified Data.Array as Array
import Data.Char (ord)
import Data.IORef
import Data.List (intercalate)
import Numeric (showHex)
import System.Exit (ExitCode)
import System.IO
import System.Timeout (timeout)

-- The 81 digits as values.

type Digits = String

number :: Num a => Char -> a
number digit = fromIntegral (ord digit - 48)

maybeNumber :: Num a => Char -> Maybe a
maybeNumber '0' = Nothing
maybeNumber digit = Just (number digit)

sign :: Char -> Char -> Char
sign blank '0' = blank
sign _ digit = digit

maybeSign :: Char -> Maybe Char
maybeSign '0' = Nothing
maybeSign digit = Just digit

cells :: (Char -> a) -> Digits -> [a]
cells = map

rows :: (Char -> a) -> Digits -> [[a]]
rows cell digits
  | null digits = []
  | otherwise = map cell (take 9 digits) : rows cell (drop 9 digits)

array :: Int -> (Char -> a) -> Digits -> Array (Int, Int) a
array first cell digits = listArray ((first, first), (first + 8, first + 8)) (map cell digits)

-- Values as JSON. A list of solutions may be long or infinite: it is written in IO.

type Write a = a -> IO String

shown :: Show a => Write a
shown value = evaluate (show value)

number' :: Integral a => Write a
number' value = evaluate (show (toInteger value))

text :: Write String
text value = do
  let written = "\"" ++ concatMap escaped (take 100000 value) ++ "\""
  _ <- evaluate (length written)
  return written
  where
    escaped c
      | c == '"' || c == '\\' = ['\\', c]
      | ord c < 32 || ord c > 126 = "\\u" ++ replicate (4 - length (hex c)) '0' ++ hex c
      | otherwise = [c]
    hex c = showHex (min 65535 (ord c)) ""

character :: Write Char
character c = text [c]

boolean :: Write Bool
boolean value = evaluate (if value then "true" else "false")

unit :: Write a
unit value = value `seq` return "null"

nothing :: Write a
nothing _ = return "null"

list :: Write a -> Write [a]
list write values = do
  items <- mapM write (take 1000 values)
  return ("[" ++ intercalate ", " items ++ "]")

-- The first solution, and the others that are found within a second.
solutions :: Write a -> Write [a]
solutions write values = case values of
  [] -> return "[]"
  first : others -> do
    item <- write first
    found <- newIORef [item]
    _ <- timeout 1000000 (mapM_ (\each -> write each >>= \more -> modifyIORef found (more :)) (take 99 others))
    items <- readIORef found
    return ("[" ++ intercalate ", " (reverse items) ++ "]")

optional :: Write a -> Write (Maybe a)
optional write = maybe (return "null") write

either' :: Write b -> Write (Either a b)
either' write = either (const (return "null")) write

grid :: Array.Ix i => Write a -> Write (Array i a)
grid write value = list write (Array.elems value)

pair :: Write a -> Write b -> Write (a, b)
pair first second (a, b) = do
  one <- first a
  two <- second b
  return ("[" ++ one ++ ", " ++ two ++ "]")

-- Requests and replies.

serve :: [Digits -> IO String] -> IO ()
serve calls = do
  hSetBuffering stdout LineBuffering
  loop
  where
    loop = do
      ended <- isEOF
      unless ended $ do
        line <- getLine
        let (index, digits) = case break (== ' ') line of
              (before, ' ' : after) -> (read before, after)
              _ -> (0, line)
        result <- try ((calls !! index) digits)
        case result of
          Right value -> reply ("\"returned\": " ++ value)
          Left (error :: SomeException) -> case fromException error of
            Just (_ :: ExitCode) -> reply "\"returned\": null"
            Nothing -> text (takeWhile (/= '\n') (displayException error)) >>= \what -> reply ("\"error\": " ++ what)
        loop
    reply field = do
      putStr ("\n\x1e{" ++ field ++ ", \"argument\": null}\n")
      hFlush stdout

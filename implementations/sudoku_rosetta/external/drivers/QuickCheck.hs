-- Stands in for QuickCheck where it is not installed: it makes no tests, so that a copy with its tests can be compiled.
module Test.QuickCheck where

infixr 0 ==>
infix 4 ===
infixr 1 .&&., .||.

newtype Gen a = Gen { generated :: a }

instance Functor Gen where fmap f (Gen a) = Gen (f a)
instance Applicative Gen where { pure = Gen; Gen f <*> Gen a = Gen (f a) }
instance Monad Gen where Gen a >>= f = f a

class Arbitrary a where
  arbitrary :: Gen a
  arbitrary = Gen (error "no tests are made")
  shrink :: a -> [a]
  shrink _ = []

class CoArbitrary a

instance Arbitrary Int
instance Arbitrary Integer
instance Arbitrary Double
instance Arbitrary Bool
instance Arbitrary Char
instance Arbitrary ()
instance Arbitrary a => Arbitrary [a]
instance Arbitrary a => Arbitrary (Maybe a)
instance (Arbitrary a, Arbitrary b) => Arbitrary (a, b)
instance (Arbitrary a, Arbitrary b, Arbitrary c) => Arbitrary (a, b, c)

data Property = Property

class Testable a where
  property :: a -> Property
  property _ = Property

instance Testable Bool
instance Testable Property
instance Testable ()
instance Testable b => Testable (a -> b)

data Args = Args { maxSuccess :: Int, maxDiscardRatio :: Int, maxSize :: Int, chatty :: Bool }

stdArgs :: Args
stdArgs = Args 100 10 100 True

quickCheck, verboseCheck, quickCheckAll' :: Testable p => p -> IO ()
quickCheck _ = return ()
verboseCheck _ = return ()
quickCheckAll' _ = return ()

quickCheckWith :: Testable p => Args -> p -> IO ()
quickCheckWith _ _ = return ()

(==>) :: Testable p => Bool -> p -> Property
_ ==> _ = Property

(===) :: (Eq a, Show a) => a -> a -> Property
_ === _ = Property

(.&&.), (.||.) :: (Testable a, Testable b) => a -> b -> Property
_ .&&. _ = Property
_ .||. _ = Property

forAll :: Testable p => Gen a -> (a -> p) -> Property
forAll _ _ = Property

collect :: (Show a, Testable p) => a -> p -> Property
collect _ _ = Property

label, counterexample :: Testable p => String -> p -> Property
label _ _ = Property
counterexample _ _ = Property

classify :: Testable p => Bool -> String -> p -> Property
classify _ _ _ = Property

within :: Testable p => Int -> p -> Property
within _ _ = Property

once, expectFailure :: Testable p => p -> Property
once _ = Property
expectFailure _ = Property

elements :: [a] -> Gen a
elements = Gen . head

oneof :: [Gen a] -> Gen a
oneof = head

frequency :: [(Int, Gen a)] -> Gen a
frequency = snd . head

choose :: (a, a) -> Gen a
choose = Gen . fst

listOf, listOf1 :: Gen a -> Gen [a]
listOf (Gen a) = Gen [a]
listOf1 = listOf

vectorOf :: Int -> Gen a -> Gen [a]
vectorOf count (Gen a) = Gen (replicate count a)

vector :: Arbitrary a => Int -> Gen [a]
vector count = vectorOf count arbitrary

shuffle :: [a] -> Gen [a]
shuffle = Gen

suchThat :: Gen a -> (a -> Bool) -> Gen a
suchThat gen _ = gen

sized :: (Int -> Gen a) -> Gen a
sized f = f 1

resize :: Int -> Gen a -> Gen a
resize _ gen = gen

generate :: Gen a -> IO a
generate = return . generated

sample :: Show a => Gen a -> IO ()
sample _ = return ()

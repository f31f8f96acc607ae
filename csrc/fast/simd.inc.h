/* The SIMD operations of the lanes. For each instruction set a simd_NAME.h defines:

     LANES, Vec            a vector holds the same cell of LANES grids: 16 bits a lane, bit d for candidate d + 1
     splat, load, store
     or3, and3             a | b | c, a & b & c
     majority3             the bits that at least two of the three have
     without2              a & ~(b | c)
     or_and, or_xor        a | (b & c), a | (b ^ c)
     first_nonzero         a, or b in the lanes where a is 0
     subtract_saturating   a - b, or 0 in the lanes where b is greater
     minimum, maximum
     lanes_equal           the set of lanes where a == b
     LaneMask, mask_of     a set of lanes, as blend takes it
     blend                 a in the lanes of the mask, b in the others
     Permutation, permutation_of, permute    lane l of the result is lane from[l] of x

   and, if it defines HAVE_BYTE_LOOKUP, for text.inc.h:

     Bytes, lookup         16 bytes; the entries of a table of 16 bytes at 16 indices
     narrow_saturating     16 lanes as bytes, 255 for what is greater
     WideBytes, wide_*     one or more blocks of 16 bytes; each operation works on every block

   This file derives other operations from them. */
enum { ALL_LANES_SHIFT = 32 - LANES };
#define ALL_LANES (0xFFFFFFFFu >> ALL_LANES_SHIFT)
#define CANDIDATES 0x1FF

/* Each lane without its lowest bit. */
INLINE Vec without_lowest(Vec x) { return x & (x + splat(0xFFFF)); }

/* x in the lanes where it is one bit, else 0, in three operations and without a mask. If b is the lowest bit of x,
   x ^ (x - 1) is 2b - 1, and 2b - 1 - (x - 1) = 2b - x: that is x for a single bit, and negative, so 0, for more.
   For x = 0 it is 0xFFFF - 0xFFFF. */
INLINE Vec if_single(Vec x)
{
    Vec minus_one = x + splat(0xFFFF);
    return subtract_saturating(x ^ minus_one, minus_one);
}

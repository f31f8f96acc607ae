/* What the lanes are written in. The simd_*.h of an instruction set says, for its instructions:
     LANES, Vec     one vector holds the same cell of LANES grids: 16 bits for each, candidate d + 1 is bit d
     either3 both3  a | b | c, a & b & c
     twice3         what two of the three have
     without2       a & ~(b | c)
     or_common      a | (b & c)
     or_differing   a | (b ^ c)
     prefer         a, but b where a is 0
     minus_down_to_0, least, greatest
     lanes_equal    the set of lanes where a == b
     Where, blend  a in these lanes, b in the others
     Route, routed  each lane takes from the lane that the route names for it
     lookup, least_bytes, narrow    for reading and writing digits sixteen at a time, where HAVE_LOOKUP
   and the rest follows here. */
enum { ALL_LANES_SHIFT = 32 - LANES };
#define ALL_LANES (0xFFFFFFFFu >> ALL_LANES_SHIFT)
#define CANDIDATES 0x1FF

/* x less 1 turns the lowest bit and the zeros below it: x & less is x without its lowest bit */
INLINE Vec without_lowest(Vec x) { return x & (x + splat(0xFFFF)); }

/* x where it is one bit, else 0. With b its lowest bit, x ^ (x - 1) is 2b - 1, and 2b - 1 - (x - 1) = 2b - x
   is x itself for a single bit, below 0 for more; and for x = 0 it is 0xFFFF - 0xFFFF. Three operations, no
   mask. */
INLINE Vec if_single(Vec x)
{
    Vec less = x + splat(0xFFFF);
    return minus_down_to_0(x ^ less, less);
}

/* tests/test_reference_srgb.c - what red, green and blue of sRGB targets may
 * hold, code by code
 *
 * Sets were computed from the formulas of FS 3.2.3.7 and 3.2.3.8 and the rules
 * alone: operands kept or converted to the encoded side (0.6 of a code) and,
 * like the destination, decoded (half a code; 0 and 1 exact); products kept or
 * rounded there (a half); the store 0.6; ranges by sampling the whole box.
 */
#include "reference_rows.h"

static const struct row rows[] = {
    /* clang-format off */
    {"store at .38", SRGB8, 0, false, EQ(ONE, ZERO, ADD), {0.12845933437347412f, 7}, {0, 0}, {0, 0}, 0x7, 0x7, 0x64, {ONLY(100), ONLY(100), RANGE(100, 101)}},
    {"store at .42", SRGB8, 0, false, EQ(ONE, ZERO, ADD), {0.1285671591758728f, 7}, {0, 0}, {0, 0}, 0x7, 0x7, 0x64, {RANGE(100, 101), RANGE(100, 101), RANGE(100, 101)}},
    {"store at .62, dark", SRGB8, 0, false, EQ(ONE, ZERO, ADD), {0.0017058216035366058f, 7}, {0, 0}, {0, 0}, 0x7, 0x7, 0x6, {ONLY(6), ONLY(6), RANGE(5, 6)}},
    {"store a code", SRGB8, 0, false, EQ(ONE, ZERO, ADD), {0.5028864741325378f, 7}, {0, 0}, {0, 0}, 0x7, 0x7, 0xbc, {ONLY(188), ONLY(188), RANGE(188, 189)}},
    {"store below 0", SRGB8, 0, false, EQ(ONE, ZERO, ADD), {-0.5f, 7}, {0, 0}, {0, 0}, 0x7, 0x7, 0x0, {ONLY(0), ONLY(0), ONLY(0)}},
    {"store above 1", SRGB8, 0, false, EQ(ONE, ZERO, ADD), {1.5f, 7}, {0, 0}, {0, 0}, 0x7, 0x7, 0xff, {ONLY(255), ONLY(255), ONLY(255)}},
    {"[11] half of white over black", SRGB8, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {1, 0.5f}, {0, 0}, {0, 0}, 0x0, 0x7, 0xbc, {RANGE(187, 188), RANGE(187, 188), RANGE(187, 188)}},
    {"[12] over 0x80", SRGB8, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {0.25f, 0.5f}, {0, 0}, {0, 0}, 0x80, 0x7, 0x85, {RANGE(132, 133), RANGE(131, 134), RANGE(130, 134)}},
    {"grid operands", SRGB8, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {0.577580451965332f, 77 / 255.0f}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x88, {ONLY(136), RANGE(135, 137), RANGE(134, 138)}},
    {"operands off the grid", SRGB8, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {0.3137f, 0.7071f}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x89, {RANGE(137, 138), RANGE(136, 139), RANGE(135, 139)}},
    {"sum without a product", SRGB8, 0, true, EQ(ONE, ONE, ADD), {0.045186202973127365f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x6b, {ONLY(107), RANGE(106, 108), RANGE(106, 108)}},
    {"sum beyond 1", SRGB8, 0, true, EQ(ONE, ONE, ADD), {0.7f, 7}, {0, 0}, {0, 0}, 0xdc, 0x7, 0xff, {ONLY(255), ONLY(255), ONLY(255)}},
    {"cancellation near black", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, REV_SUBTRACT), {0.9f, 0.95f}, {0, 0}, {0, 0}, 0xef, 0x7, 0x16, {ONLY(22), RANGE(0, 44), RANGE(0, 44)}},
    {"cancellation near black, on the grid", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, REV_SUBTRACT), {0.9559733271598816f, 1}, {0, 0}, {0, 0}, 0xfa, 0x7, 0x0, {ONLY(0), RANGE(0, 23), RANGE(0, 24)}},
    {"difference, dark", SRGB8, 0, true, EQ(ONE, ONE, SUBTRACT), {0.02f, 7}, {0, 0}, {0, 0}, 0x14, 0x7, 0x1e, {ONLY(30), RANGE(29, 32), RANGE(28, 32)}},
    {"difference below 0", SRGB8, 0, true, EQ(ONE, ONE, SUBTRACT), {0.02f, 7}, {0, 0}, {0, 0}, 0xc8, 0x7, 0x0, {ONLY(0), ONLY(0), ONLY(0)}},
    {"source squared", SRGB8, 0, true, EQ(SRC_COLOR, ZERO, ADD), {0.3137f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x58, {ONLY(88), RANGE(87, 90), RANGE(86, 90)}},
    {"source times its inverse", SRGB8, 0, true, EQ(INV_SRC_COLOR, ZERO, ADD), {0.5f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x89, {ONLY(137), RANGE(136, 138), RANGE(136, 138)}},
    {"source times its inverse, a code", SRGB8, 0, true, EQ(INV_SRC_COLOR, ZERO, ADD), {0.5028864741325378f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x89, {ONLY(137), RANGE(136, 138), RANGE(136, 138)}},
    {"destination squared", SRGB8, 0, true, EQ(ZERO, DEST_COLOR, ADD), {0.3137f, 7}, {0, 0}, {0, 0}, 0xbe, 0x7, 0x8d, {ONLY(141), RANGE(139, 142), RANGE(139, 142)}},
    {"destination times its inverse", SRGB8, 0, true, EQ(ZERO, INV_DEST_COLOR, ADD), {0.3137f, 7}, {0, 0}, {0, 0}, 0xbc, 0x7, 0x89, {ONLY(137), RANGE(136, 138), RANGE(136, 138)}},
    {"source times destination", SRGB8, 0, true, EQ(DEST_COLOR, ZERO, ADD), {0.6137f, 7}, {0, 0}, {0, 0}, 0xbe, 0x7, 0x98, {RANGE(152, 153), RANGE(151, 154), RANGE(150, 155)}},
    {"source times inverse destination", SRGB8, 0, true, EQ(INV_DEST_COLOR, ZERO, ADD), {0.6137f, 7}, {0, 0}, {0, 0}, 0xbe, 0x7, 0x94, {ONLY(148), RANGE(147, 150), RANGE(146, 151)}},
    {"screen", SRGB8, 0, true, EQ(INV_DEST_COLOR, ONE, ADD), {0.3137f, 7}, {0, 0}, {0, 0}, 0xbe, 0x7, 0xd5, {ONLY(213), RANGE(212, 214), RANGE(212, 214)}},
    {"exclusion", SRGB8, 0, true, EQ(INV_DEST_COLOR, INV_SRC_COLOR, ADD), {0.6137f, 7}, {0, 0}, {0, 0}, 0xbe, 0x7, 0xbb, {ONLY(187), RANGE(186, 188), RANGE(186, 188)}},
    {"exclusion, saddle inside", SRGB8, 0, true, EQ(INV_DEST_COLOR, INV_SRC_COLOR, ADD), {0.5028864741325378f, 7}, {0, 0}, {0, 0}, 0xbc, 0x7, 0xbc, {RANGE(187, 188), RANGE(187, 188), RANGE(186, 189)}},
    {"difference of squares", SRGB8, 0, true, EQ(SRC_COLOR, DEST_COLOR, SUBTRACT), {0.6137f, 7}, {0, 0}, {0, 0}, 0x82, 0x7, 0x9b, {ONLY(155), RANGE(152, 158), RANGE(152, 158)}},
    {"squares, source by inverse", SRGB8, 0, true, EQ(INV_SRC_COLOR, DEST_COLOR, REV_SUBTRACT), {0.4637f, 7}, {0, 0}, {0, 0}, 0xc8, 0x7, 0x52, {ONLY(82), RANGE(78, 86), RANGE(78, 87)}},
    {"sum of both by themselves", SRGB8, 0, true, EQ(INV_SRC_COLOR, INV_DEST_COLOR, ADD), {0.5028864741325378f, 7}, {0, 0}, {0, 0}, 0xbc, 0x7, 0xbc, {RANGE(187, 188), RANGE(187, 188), RANGE(186, 189)}},
    {"mixed squares", SRGB8, 0, true, EQ(SRC_COLOR, SRC_COLOR, REV_SUBTRACT), {0.2137f, 7}, {0, 0}, {0, 0}, 0xbe, 0x7, 0x48, {ONLY(72), RANGE(70, 74), RANGE(70, 74)}},
    {"SAT of the source", SRGB8, 0, true, EQ(SRC_ALPHA_SAT, ONE, ADD), {0.3137f, 0.41f}, {0, 0}, {0, 0}, 0x5a, 0x44, 0x84, {ONLY(132), RANGE(131, 133), RANGE(130, 134)}},
    {"SAT of the destination", SRGB8, 0, true, EQ(SRC_ALPHA_SAT, ONE, ADD), {0.3137f, 0.91f}, {0, 0}, {0, 0}, 0x5a, 0xc4, 0x74, {ONLY(116), RANGE(115, 117), RANGE(114, 117)}},
    {"DEST_ALPHA", SRGB8, 0, true, EQ(DEST_ALPHA, INV_DEST_ALPHA, ADD), {0.3137f, 7}, {0, 0}, {0, 0}, 0x5a, 0xc4, 0x8d, {ONLY(141), RANGE(139, 142), RANGE(138, 142)}},
    {"DEST_ALPHA of 1", SRGB8, 0, true, EQ(DEST_ALPHA, INV_DEST_ALPHA, ADD), {0.3137f, 7}, {0, 0}, {0, 0}, 0x5a, 0xff, 0x98, {ONLY(152), RANGE(151, 153), RANGE(151, 153)}},
    {"DEST_ALPHA of 0", SRGB8, 0, true, EQ(DEST_ALPHA, INV_DEST_ALPHA, ADD), {0.3137f, 7}, {0, 0}, {0, 0}, 0x5a, 0x0, 0x5a, {ONLY(90), ONLY(90), ONLY(90)}},
    {"constant", SRGB8, 0, true, EQ(BLEND_FACTOR, ONE, ADD), {0.6137f, 7}, {0, 0}, {0.3411f, 0.9f}, 0x5a, 0x7, 0x97, {RANGE(151, 152), RANGE(150, 153), RANGE(149, 154)}},
    {"constant, a code", SRGB8, 0, true, EQ(BLEND_FACTOR, ONE, ADD), {0.6137f, 7}, {0, 0}, {0.2622506618499756f, 0.9f}, 0x5a, 0x7, 0x8c, {ONLY(140), RANGE(139, 142), RANGE(138, 142)}},
    {"inverse constant", SRGB8, 0, true, EQ(INV_BLEND_FACTOR, ZERO, ADD), {0.6137f, 7}, {0, 0}, {0.3411f, 0.9f}, 0x5a, 0x7, 0xaa, {RANGE(170, 171), RANGE(169, 172), RANGE(168, 173)}},
    {"constant alpha", SRGB8, 0, true, EQ(ALPHA_FACTOR, ZERO, ADD), {0.6137f, 7}, {0, 0}, {0.9f, 0.3411f}, 0x5a, 0x7, 0x7e, {ONLY(126), RANGE(125, 127), RANGE(124, 128)}},
    {"second source", SRGB8, 0, true, EQ(ONE, SRC1_COLOR, ADD), {0.1137f, 7}, {0.3411f, 0.9f}, {0, 0}, 0xbe, 0x7, 0x92, {RANGE(146, 147), RANGE(145, 148), RANGE(144, 148)}},
    {"its alpha", SRGB8, 0, true, EQ(ONE, INV_SRC1_ALPHA, ADD), {0.1137f, 7}, {0.9f, 0.3411f}, {0, 0}, 0xbe, 0x7, 0xb3, {ONLY(179), RANGE(178, 181), RANGE(178, 181)}},
    {"only the destination", SRGB8, 0, true, EQ(ZERO, ONE, ADD), {0.6137f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), ONLY(90), ONLY(90)}},
    {"only the destination, reversed", SRGB8, 0, true, EQ(ZERO, ONE, REV_SUBTRACT), {0.6137f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), ONLY(90), ONLY(90)}},
    {"minus the destination", SRGB8, 0, true, EQ(ZERO, ONE, SUBTRACT), {0.6137f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x0, {ONLY(0), ONLY(0), ONLY(0)}},
    {"only the source", SRGB8, 0, true, EQ(ONE, ZERO, ADD), {0.1282438486814499f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x64, {ONLY(100), RANGE(100, 101), RANGE(99, 101)}},
    {"only the source, a code", SRGB8, 0, true, EQ(ONE, ZERO, SUBTRACT), {0.12743768095970154f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x64, {ONLY(100), ONLY(100), RANGE(100, 101)}},
    {"minus the source", SRGB8, 0, true, EQ(ONE, ZERO, REV_SUBTRACT), {0.6137f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x0, {ONLY(0), ONLY(0), ONLY(0)}},
    {"source over black", SRGB8, 0, true, EQ(ONE, SRC_ALPHA, ADD), {0.12743768095970154f, 0.3f}, {0, 0}, {0, 0}, 0x0, 0x7, 0x64, {ONLY(100), ONLY(100), RANGE(100, 101)}},
    {"black source", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, ADD), {0, 0.3f}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), ONLY(90), ONLY(90)}},
    {"white source is no product", SRGB8, 0, true, EQ(SRC_ALPHA, ZERO, ADD), {1, 0.3f}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x95, {ONLY(149), RANGE(148, 150), RANGE(148, 150)}},
    {"white target", SRGB8, 0, true, EQ(ZERO, SRC_ALPHA, ADD), {0.6137f, 0.3f}, {0, 0}, {0, 0}, 0xff, 0x7, 0x95, {ONLY(149), RANGE(148, 150), RANGE(148, 150)}},
    {"MIN far apart", SRGB8, 0, true, EQ(ONE, ONE, MIN), {0.6137f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), ONLY(90), ONLY(90)}},
    {"MIN of the source", SRGB8, 0, true, EQ(ONE, ONE, MIN), {0.03225589916110039f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x32, {ONLY(50), RANGE(50, 51), RANGE(49, 51)}},
    {"MIN near", SRGB8, 0, true, EQ(ONE, ONE, MIN), {0.102950818836689f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), RANGE(90, 91), RANGE(89, 91)}},
    {"MAX far apart", SRGB8, 0, true, EQ(ONE, ONE, MAX), {0.1137f, 7}, {0, 0}, {0, 0}, 0xbe, 0x7, 0xbe, {ONLY(190), ONLY(190), ONLY(190)}},
    {"MAX of the source", SRGB8, 0, true, EQ(ONE, ONE, MAX), {0.30632779002189636f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x96, {ONLY(150), RANGE(150, 151), RANGE(149, 151)}},
    {"MAX near", SRGB8, 0, true, EQ(ONE, ONE, MAX), {0.10153550654649734f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), RANGE(89, 90), RANGE(89, 91)}},
    {"MAX one code apart", SRGB8, 0, true, EQ(ONE, ONE, MAX), {0.1005983054637909f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), RANGE(89, 90), RANGE(89, 90)}},
    {"MIN one code apart", SRGB8, 0, true, EQ(ONE, ONE, MIN), {0.1039007157087326f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), RANGE(90, 91), RANGE(90, 91)}},
    {"source beyond 1 is clamped", SRGB8, 0, true, EQ(SRC_ALPHA, ZERO, ADD), {2, 0.3f}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x95, {ONLY(149), RANGE(148, 150), RANGE(148, 150)}},
    {"source below 0 is clamped", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, ADD), {-1, 0.5f}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), ONLY(90), ONLY(90)}},
    {"alpha beyond 1 is clamped", SRGB8, 0, true, EQ(INV_SRC_ALPHA, ONE, ADD), {0.3f, 2}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5a, {ONLY(90), ONLY(90), ONLY(90)}},
    {"black source by a weight", SRGB8, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {0, 77 / 255.0f}, {0, 0}, {0, 0}, 0x6, 0x7, 0x4, {ONLY(4), RANGE(3, 5), RANGE(3, 6)}},
    {"black target by a weight", SRGB8, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {0.0018211619462817907f, 77 / 255.0f}, {0, 0}, {0, 0}, 0x0, 0x7, 0x2, {ONLY(2), RANGE(1, 3), RANGE(1, 3)}},
    {"small product subtracted", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, REV_SUBTRACT), {0.00013f, 0.6f}, {0, 0}, {0, 0}, 0x6, 0x7, 0x6, {ONLY(6), RANGE(4, 7), RANGE(4, 7)}},
    {"from a small product", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, SUBTRACT), {0.0031f, 0.6f}, {0, 0}, {0, 0}, 0x1, 0x7, 0x5, {ONLY(5), RANGE(4, 6), RANGE(3, 7)}},
    {"small products added", SRGB8, 0, true, EQ(SRC_ALPHA, SRC_ALPHA, ADD), {0.00013f, 0.6f}, {0, 0}, {0, 0}, 0x2, 0x7, 0x1, {RANGE(1, 2), RANGE(0, 4), RANGE(0, 4)}},
    {"weight that may be 0", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, ADD), {0.9f, 0.5f / 255}, {0, 0}, {0, 0}, 0x6, 0x7, 0xc, {ONLY(12), RANGE(5, 18), RANGE(5, 18)}},
    {"weight that may be 1", SRGB8, 0, true, EQ(INV_SRC_ALPHA, SRC_ALPHA, ADD), {0.12743768095970154f, 0.5f / 255}, {0, 0}, {0, 0}, 0xc8, 0x7, 0x64, {ONLY(100), RANGE(99, 102), RANGE(99, 102)}},
    {"weight that 1 - x swallows", SRGB8, 0, true, EQ(ZERO, INV_SRC_ALPHA, ADD), {0.6137f, 0x1.381a5p-127f}, {0, 0}, {0, 0}, 0xd6, 0x7, 0xd6, {ONLY(214), RANGE(213, 215), RANGE(212, 215)}},
    {"weight that 1 - x swallows, of the source", SRGB8, 0, true, EQ(INV_SRC_ALPHA, ZERO, ADD), {0.12743768095970154f, 0x1p-60f}, {0, 0}, {0, 0}, 0xd6, 0x7, 0x64, {ONLY(100), RANGE(99, 101), RANGE(98, 101)}},
    {"second source, a code", SRGB8, 0, true, EQ(ONE, SRC1_COLOR, ADD), {0.1137f, 7}, {0.2622506618499756f, 0.9f}, {0, 0}, 0xbe, 0x7, 0x89, {ONLY(137), RANGE(136, 138), RANGE(135, 138)}},
    {"MIN one code apart, from below", SRGB8, 0, true, EQ(ONE, ONE, MIN), {0.1005983054637909f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x59, {ONLY(89), RANGE(89, 90), RANGE(88, 90)}},
    {"MAX one code apart, from above", SRGB8, 0, true, EQ(ONE, ONE, MAX), {0.1039007157087326f, 7}, {0, 0}, {0, 0}, 0x5a, 0x7, 0x5b, {ONLY(91), RANGE(90, 91), RANGE(90, 92)}},
    {"weight on the grid", SRGB8, 0, true, EQ(SRC_ALPHA, ZERO, ADD), {0.577580451965332f, 20 / 255.0f}, {0, 0}, {0, 0}, 0x7, 0x7, 0x3c, {ONLY(60), RANGE(59, 61), RANGE(59, 61)}},
    {"second source, a code beside bright ones", SRGB8, 0, true, EQ(ONE, SRC1_COLOR, ADD), {0.868f, 7}, {0.177888423204422f, 0.9f}, {0, 0}, 0xa3, 0x7, 0xf7, {ONLY(247), RANGE(246, 249), RANGE(246, 249)}},
    {"rounded product near black", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, ADD), {0.0135f, 181 / 255.0f}, {0, 0}, {0, 0}, 0x10, 0x7, 0x20, {RANGE(32, 33), RANGE(32, 34), RANGE(30, 34)}},
    {"rounded product near black, one code", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, ADD), {0.0235f, 56 / 255.0f}, {0, 0}, {0, 0}, 0x15, 0x7, 0x1e, {RANGE(29, 30), RANGE(29, 30), RANGE(28, 31)}},
    {"rounded product near black, taken away", SRGB8, 0, true, EQ(SRC_ALPHA, ONE, REV_SUBTRACT), {0.049f, 120 / 255.0f}, {0, 0}, {0, 0}, 0x31, 0x7, 0x15, {ONLY(21), RANGE(17, 25), RANGE(17, 25)}},
    {"vertex of the source", SRGB8, 0, true, EQ(INV_SRC_COLOR, SRC_COLOR, SUBTRACT), {0.4969329833984375f, 7}, {0, 0}, {0, 0}, 0x18, 0x7, 0x88, {ONLY(136), RANGE(135, 137), RANGE(135, 137)}},
    {"vertex of the source, both inverse", SRGB8, 0, true, EQ(INV_SRC_COLOR, INV_SRC_COLOR, SUBTRACT), {0.5028864741325378f, 7}, {0, 0}, {0, 0}, 0x18, 0x7, 0x88, {ONLY(136), RANGE(135, 137), RANGE(135, 137)}},
    {"vertex of the destination", SRGB8, 0, true, EQ(DEST_COLOR, INV_DEST_COLOR, REV_SUBTRACT), {0.009134058840572834f, 7}, {0, 0}, {0, 0}, 0xbb, 0x7, 0x88, {ONLY(136), RANGE(135, 137), RANGE(135, 137)}},
    {"vertex of the destination, both inverse", SRGB8, 0, true, EQ(INV_DEST_COLOR, INV_DEST_COLOR, REV_SUBTRACT), {0.009134058840572834f, 7}, {0, 0}, {0, 0}, 0xbc, 0x7, 0x88, {ONLY(136), RANGE(135, 137), RANGE(135, 137)}},
    /* clang-format on */
};

static void test_rows(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i]);
    assert_true(compared >= 83 * 20);
    assert_int_equal(failures, 0);
}

/* Near black the roundings of fp32 are a thousandth of a code: of a product 4
 * of half a unit and 2 of its operand. */
static const struct {
    const char *name;
    struct ombre_equation equation;
    float s, sa;
    uint32_t dest, code;
    struct set strict;
} fp32_rows[] = {
    /* clang-format off */
    {"products, up, within", EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), 0x1.6a1a0ap-8f, 0x1.775e72p-1f, 0x10, 0x11, RANGE(16, 17)},
    {"products, down, beyond", EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), 0x1.bb084ep-8f, 0x1.4ff672p-1f, 0x16, 0x14, ONLY(20)},
    {"product, up, within", EQ(SRC_ALPHA, ZERO, ADD), 0x1.1bf51cp-6f, 0x1.49f9e0p-4f, 0x77, 0x5, RANGE(4, 5)},
    {"product, up, beyond", EQ(SRC_ALPHA, ZERO, ADD), 0x1.1433a4p-6f, 0x1.533de8p-4f, 0x77, 0x5, ONLY(5)},
    {"product, down, beyond", EQ(SRC_ALPHA, ZERO, ADD), 0x1.caa5d4p-7f, 0x1.2dffd4p-4f, 0x77, 0x3, ONLY(3)},
    {"large product, down, within", EQ(SRC_ALPHA, ZERO, ADD), 0x1.1aa472p-8f, 0x1.76cfcap-1f, 0x77, 0xa, RANGE(10, 11)},
    {"large product, down, beyond", EQ(SRC_ALPHA, ZERO, ADD), 0x1.864486p-8f, 0x1.86a15cp-1f, 0x77, 0xe, ONLY(14)},
    {"difference, up, within", EQ(SRC_ALPHA, INV_SRC_ALPHA, SUBTRACT), 0x1.2939bap-6f, 0x1.8da706p-1f, 0xa, 0x1f, RANGE(30, 31)},
    {"difference, up, beyond", EQ(SRC_ALPHA, INV_SRC_ALPHA, SUBTRACT), 0x1.bec7e8p-7f, 0x1.62623ap-1f, 0x17, 0x14, ONLY(20)},
    {"difference, down, within", EQ(SRC_ALPHA, INV_SRC_ALPHA, SUBTRACT), 0x1.3ae97ap-6f, 0x1.6c8efcp-1f, 0x17, 0x1b, RANGE(27, 28)},
    {"difference, down, beyond", EQ(SRC_ALPHA, INV_SRC_ALPHA, SUBTRACT), 0x1.42fb78p-6f, 0x1.48c618p-1f, 0xd, 0x1b, ONLY(27)},
    /* clang-format on */
};

static void test_fp32(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof fp32_rows / sizeof fp32_rows[0]; i++) {
        struct ombre_state s = state_of(SRGB8);
        s.target[0].blend_enable = true;
        s.target[0].color = fp32_rows[i].equation;
        struct ombre_source source = {0};
        memcpy(&source.word[0][0], &fp32_rows[i].s, sizeof(float));
        memcpy(&source.word[0][3], &fp32_rows[i].sa, sizeof(float));
        const struct ombre_texel dest = {{fp32_rows[i].dest}};
        const struct ombre_prediction p =
            predict(&s, &source, &dest, OMBRE_JUDGE_STRICT);
        expect(fp32_rows[i].name, 0, "ideal code", p.component[0].code,
               fp32_rows[i].code);
        expect_set(fp32_rows[i].name, 0, &p.component[0].legal,
                   &fp32_rows[i].strict);
    }
    assert_int_equal(compared, 11 * 5);
    assert_int_equal(failures, 0);
}

/* An H200 is 19 codes away from the exact difference of two numbers near white
 * (SRC_ALPHA, ONE, REV_SUBTRACT): half a code of decoding there is many codes
 * near black. */
static void test_cancellation(void **unused)
{
    (void) unused;
    int widest = 0, narrowest = 255;
    for (unsigned code = 200; code < 256; code++) {
        struct ombre_state s = state_of(SRGB8);
        s.target[0].blend_enable = true;
        s.target[0].color =
            (struct ombre_equation) EQ(SRC_ALPHA, ONE, REV_SUBTRACT);
        const float alpha = 254 / 255.0f;
        const float x = (float) ombre_linear_from_srgb(code);
        struct ombre_source source = {0};
        memcpy(&source.word[0][0], &x, sizeof x);
        memcpy(&source.word[0][3], &alpha, sizeof alpha);
        const struct ombre_texel dest = {{code}};
        const struct ombre_prediction p =
            predict(&s, &source, &dest, OMBRE_JUDGE_D3D);
        const struct ombre_code_set *const legal = &p.component[0].legal;
        assert_int_equal(legal->count, 1);
        const int above =
            (int) legal->range[0].last - (int) p.component[0].code;
        widest = above > widest ? above : widest;
        narrowest = above < narrowest ? above : narrowest;
    }
    assert_true(widest >= 19 && widest < 30);
    assert_int_equal(narrowest, 0); /* white itself is exact */
}

/* The ideal value is linear, and clamped. */
static void test_values(void **unused)
{
    static const struct {
        enum ombre_blend_op op;
        float s;
        double value;
    } values[] = {
        {OMBRE_OP_ADD, .75f, 1},
        {OMBRE_OP_SUBTRACT, .25f, 0},
        {OMBRE_OP_REV_SUBTRACT, .25f, .75},
        {OMBRE_OP_MIN, .25f, .25},
        {OMBRE_OP_MAX, 3, 1},
    };
    (void) unused;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct ombre_state s = state_of(SRGB8);
        s.target[0].blend_enable = true;
        s.target[0].color =
            (struct ombre_equation){OMBRE_ONE, OMBRE_ONE, values[i].op};
        struct ombre_source source = {0};
        memcpy(&source.word[0][0], &values[i].s, sizeof(float));
        const struct ombre_texel dest = {{255}};
        const struct ombre_prediction p =
            predict(&s, &source, &dest, OMBRE_JUDGE_D3D);
        if (p.component[0].value != values[i].value)
            fail_msg("value %zu is %a", i, p.component[0].value);
    }
}

/* Alpha is UNORM8 (FS 17.4): on the grid of 255, without a curve. */
static void test_alpha(void **unused)
{
    (void) unused;
    compared = failures = 0;
    struct ombre_state s = state_of(SRGB8);
    const float x = 100.3f / 255;
    struct ombre_source source = {0};
    memcpy(&source.word[0][3], &x, sizeof x);
    const struct ombre_texel dest = {{0x33aabbcc}};
    struct ombre_prediction p = predict(&s, &source, &dest, OMBRE_JUDGE_D3D);
    const struct set plain = ONLY(100), sum = RANGE(151, 152);
    expect("alpha", 3, "code", p.component[3].code, 100);
    expect_set("alpha", 3, &p.component[3].legal, &plain);
    s.target[0].blend_enable = true;
    s.target[0].alpha.dest = OMBRE_ONE;
    p = predict(&s, &source, &dest, OMBRE_JUDGE_D3D);
    expect("alpha, sum", 3, "code", p.component[3].code, 151);
    expect_set("alpha, sum", 3, &p.component[3].legal, &sum);
    assert_int_equal(failures, 0);
}

/* NaN is stored as 0 (FS 3.2.3.8); a blend of it is open. */
static void test_nan(void **unused)
{
    (void) unused;
    compared = failures = 0;
    struct ombre_state s = state_of(SRGB8);
    struct ombre_source source;
    memset(&source, 0xff, sizeof source);
    const struct ombre_texel dest = {{0xaabbcc}};
    const struct set zero = ONLY(0), dest_only = ONLY(0xcc),
                     all = RANGE(0, 255);
    for (int j = 0; j < 4; j++) {
        const bool vulkan = j == OMBRE_JUDGE_VULKAN;
        const struct ombre_prediction p =
            predict(&s, &source, &dest, (enum ombre_judge) j);
        expect("NaN", j, "code", p.component[0].code, 0);
        expect_set("NaN", j, &p.component[0].legal, vulkan ? &all : &zero);
    }
    s.target[0].blend_enable = true;
    s.target[0].color.dest = OMBRE_ONE;
    for (int j = 0; j < 4; j++) {
        const bool open = j >= OMBRE_JUDGE_D3D;
        const struct ombre_prediction p =
            predict(&s, &source, &dest, (enum ombre_judge) j);
        expect("NaN blended", j, "code", p.component[0].code, 0xcc);
        expect_set("NaN blended", j, &p.component[0].legal,
                   open ? &all : &dest_only);
    }
    assert_int_equal(compared, 8 * 5);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),         cmocka_unit_test(test_fp32),
        cmocka_unit_test(test_cancellation), cmocka_unit_test(test_alpha),
        cmocka_unit_test(test_values),       cmocka_unit_test(test_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

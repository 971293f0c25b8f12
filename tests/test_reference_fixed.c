/* tests/test_reference_fixed.c - what UNORM and SNORM targets may hold, code by
 * code
 *
 * Sets were computed in exact fractions from the rules alone: operands kept or
 * converted (0.6 of a code), products kept, on a finer grid (a quarter) or on
 * the target's, the store 0.6; Vulkan either neighbour at each.  Sets are
 * ordinals.
 */
#include "reference_rows.h"

static const struct row rows[] = {
    /* clang-format off */
    {"store half-way", R8, 0, false, EQ(ONE, ZERO, ADD), {0.5f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x80, {RANGE(127, 128), RANGE(127, 128), RANGE(127, 128)}},
    {"store at .39", R8, 0, false, EQ(ONE, ZERO, ADD), {100.39f / 255, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x64, {ONLY(100), ONLY(100), RANGE(100, 101)}},
    {"store at .41", R8, 0, false, EQ(ONE, ZERO, ADD), {100.41f / 255, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x64, {RANGE(100, 101), RANGE(100, 101), RANGE(100, 101)}},
    {"store at .61", R8, 0, false, EQ(ONE, ZERO, ADD), {100.61f / 255, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x65, {ONLY(101), ONLY(101), RANGE(100, 101)}},
    {"store a code", R8, 0, false, EQ(ONE, ZERO, ADD), {100 / 255.0f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x64, {ONLY(100), ONLY(100), ONLY(100)}},
    {"store below the range", R8, 0, false, EQ(ONE, ZERO, ADD), {-0.01f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x0, {ONLY(0), ONLY(0), ONLY(0)}},
    {"store above the range", R8, 0, false, EQ(ONE, ZERO, ADD), {1.01f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0xff, {ONLY(255), ONLY(255), ONLY(255)}},
    {"no product, on the grid", R8, 0, true, EQ(ONE, ONE, ADD), {100 / 255.0f, 7}, {0, 0}, {0, 0}, 0x33, 0x0, 0x97, {ONLY(151), ONLY(151), RANGE(150, 152)}},
    {"one product", RGBA8, 0, true, EQ(SRC_ALPHA, ZERO, ADD), {100 / 255.0f, 77 / 255.0f}, {0, 0}, {0, 0}, 0x33, 0x44, 0x1e, {ONLY(30), RANGE(30, 31), RANGE(29, 31)}},
    {"one product, just at a code", RGBA8, 0, true, EQ(SRC_ALPHA, ZERO, ADD), {100 / 255.0f, 51 / 255.0f}, {0, 0}, {0, 0}, 0x33, 0x44, 0x14, {ONLY(20), ONLY(20), RANGE(19, 21)}},
    {"two products", RGBA8, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {200 / 255.0f, 77 / 255.0f}, {0, 0}, {0, 0}, 0x33, 0x44, 0x60, {ONLY(96), RANGE(95, 97), RANGE(95, 97)}},
    {"two products that round alike", RGBA8, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {201 / 255.0f, 78 / 255.0f}, {0, 0}, {0, 0}, 0x35, 0x44, 0x62, {ONLY(98), RANGE(98, 99), RANGE(97, 99)}},
    {"product half-way", RGBA8, 0, true, EQ(SRC_ALPHA, ZERO, ADD), {85 / 255.0f, 0.5f}, {0, 0}, {0, 0}, 0x33, 0x44, 0x2b, {RANGE(42, 43), RANGE(42, 43), RANGE(42, 43)}},
    {"operands off the grid", RGBA8, 0, true, EQ(SRC_ALPHA, ZERO, ADD), {0.3f, 0.7f}, {0, 0}, {0, 0}, 0x33, 0x44, 0x36, {RANGE(53, 54), RANGE(53, 55), RANGE(52, 55)}},
    {"difference of products", RGBA8, 0, true, EQ(SRC_ALPHA, DEST_ALPHA, SUBTRACT), {0.9f, 0.7f}, {0, 0}, {0, 0}, 0x33, 0x44, 0x93, {ONLY(147), RANGE(145, 149), RANGE(145, 149)}},
    {"the other difference", RGBA8, 0, true, EQ(SRC_ALPHA, DEST_ALPHA, REV_SUBTRACT), {0.1f, 0.7f}, {0, 0}, {0, 0}, 0xd3, 0xc4, 0x90, {ONLY(144), RANGE(143, 145), RANGE(143, 146)}},
    {"one operand in two places", R8, 0, true, EQ(SRC_COLOR, INV_SRC_COLOR, ADD), {0.3f, 7}, {0, 0}, {0, 0}, 0xd3, 0x0, 0xab, {ONLY(171), RANGE(170, 171), RANGE(170, 172)}},
    {"destination squared", R8, 0, true, EQ(ZERO, DEST_COLOR, ADD), {0.3f, 7}, {0, 0}, {0, 0}, 0xd3, 0x0, 0xaf, {RANGE(174, 175), RANGE(174, 175), RANGE(174, 175)}},
    {"SAT of the source", RGBA8, 0, true, EQ(SRC_ALPHA_SAT, ONE, ADD), {0.3f, 0.41f}, {0, 0}, {0, 0}, 0x33, 0x44, 0x52, {ONLY(82), RANGE(82, 83), RANGE(81, 84)}},
    {"SAT of the destination", RGBA8, 0, true, EQ(SRC_ALPHA_SAT, ONE, ADD), {0.3f, 0.8f}, {0, 0}, {0, 0}, 0x33, 0xa4, 0x4e, {ONLY(78), RANGE(78, 79), RANGE(77, 79)}},
    {"alpha 1 is no product", RGBA8, 0, true, EQ(DEST_ALPHA, ONE, ADD), {100 / 255.0f, 7}, {0, 0}, {0, 0}, 0x33, 0xff, 0x97, {ONLY(151), ONLY(151), RANGE(150, 152)}},
    {"alpha 0 is no product", RGBA8, 0, true, EQ(DEST_ALPHA, ONE, ADD), {100 / 255.0f, 7}, {0, 0}, {0, 0}, 0x33, 0x0, 0x33, {ONLY(51), ONLY(51), ONLY(51)}},
    {"constant", RGBA8, 0, true, EQ(BLEND_FACTOR, ONE, ADD), {0.6f, 7}, {0, 0}, {0.3f, 0.9f}, 0x13, 0x44, 0x41, {ONLY(65), RANGE(64, 66), RANGE(64, 66)}},
    {"constant alpha", RGBA8, 0, true, EQ(INV_ALPHA_FACTOR, ONE, ADD), {0.6f, 7}, {0, 0}, {0.3f, 0.9f}, 0x13, 0x44, 0x22, {ONLY(34), RANGE(34, 35), RANGE(33, 35)}},
    {"second source", RGBA8, 0, true, EQ(ONE, SRC1_COLOR, ADD), {0.2f, 7}, {0.35f, 0.85f}, {0, 0}, 0xa3, 0x44, 0x6c, {ONLY(108), RANGE(107, 109), RANGE(107, 109)}},
    {"its alpha", RGBA8, 0, true, EQ(ONE, INV_SRC1_ALPHA, ADD), {0.2f, 7}, {0.35f, 0.85f}, {0, 0}, 0xa3, 0x44, 0x4b, {RANGE(75, 76), RANGE(75, 76), RANGE(74, 77)}},
    {"second source, inverse", RGBA8, 1, true, EQ(ONE, INV_SRC1_COLOR, ADD), {0.2f, 7}, {0.35f, 0.85f}, {0, 0}, 0xa3, 0x44, 0x9d, {ONLY(157), RANGE(156, 158), RANGE(156, 158)}},
    {"inverse of the source", RGBA8, 2, true, EQ(INV_SRC_COLOR, ONE, ADD), {0.2f, 0.9f}, {0, 0}, {0, 0}, 0x53, 0x44, 0x7c, {ONLY(124), RANGE(123, 124), RANGE(123, 125)}},
    {"source by destination", RGBA8, 1, true, EQ(DEST_COLOR, ZERO, ADD), {0.7f, 7}, {0, 0}, {0, 0}, 0x53, 0xe4, 0x3a, {ONLY(58), RANGE(58, 59), RANGE(57, 59)}},
    {"alpha by colour: itself", RGBA8, 3, true, EQ(SRC_COLOR, INV_SRC_COLOR, ADD), {0.3f, 0}, {0, 0}, {0, 0}, 0x77, 0x0, 0x6a, {ONLY(106), RANGE(106, 107), RANGE(105, 107)}},
    {"alpha by colour: destination", RGBA8, 3, true, EQ(DEST_COLOR, ZERO, ADD), {0.3f, 0}, {0, 0}, {0, 0}, 0x77, 0x0, 0x24, {ONLY(36), RANGE(35, 36), RANGE(35, 37)}},
    {"alpha by colour: second source", RGBA8, 3, true, EQ(SRC1_COLOR, ONE, ADD), {0.3f, 0}, {0.35f, 0}, {0, 0}, 0x77, 0x0, 0x92, {ONLY(146), RANGE(145, 147), RANGE(145, 147)}},
    {"alpha by the constant", RGBA8, 3, true, EQ(BLEND_FACTOR, ONE, ADD), {0.3f, 0}, {0, 0}, {0.35f, 0}, 0x77, 0x0, 0x92, {ONLY(146), RANGE(145, 147), RANGE(145, 147)}},
    {"alpha, SAT is 1", RGBA8, 3, true, EQ(SRC_ALPHA_SAT, ONE, ADD), {0.3f, 0}, {0, 0}, {0, 0}, 0x77, 0x0, 0xc4, {RANGE(195, 196), RANGE(195, 196), RANGE(194, 197)}},
    {"MIN off the grid", R8, 0, true, EQ(ONE, ONE, MIN), {100.3f / 255, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x64, {ONLY(100), RANGE(100, 101), RANGE(99, 101)}},
    {"MIN of a code", R8, 0, true, EQ(ONE, ONE, MIN), {0.9f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x77, {ONLY(119), ONLY(119), ONLY(119)}},
    {"MAX off the grid", R8, 0, true, EQ(ONE, ONE, MAX), {0.9f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0xe5, {RANGE(229, 230), RANGE(229, 230), RANGE(228, 231)}},
    {"MAX of a code", R8, 0, true, EQ(ONE, ONE, MAX), {0.1f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x77, {ONLY(119), ONLY(119), ONLY(119)}},
    {"sum beyond 1", R8, 0, true, EQ(ONE, ONE, ADD), {0.9f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0xff, {ONLY(255), ONLY(255), ONLY(255)}},
    {"difference below 0", R8, 0, true, EQ(ONE, ONE, SUBTRACT), {0.1f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0x0, {ONLY(0), ONLY(0), ONLY(0)}},
    {"alpha", RGBA8, 3, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {0.3f, 0}, {0, 0}, {0, 0}, 0x77, 0x0, 0x6a, {ONLY(106), RANGE(106, 107), RANGE(105, 107)}},
    {"SNORM half-way", SNORM8, 0, false, EQ(ONE, ZERO, ADD), {-0.5f, 7}, {0, 0}, {0, 0}, 0x77, 0x0, 0xc0, {RANGE(-64, -63), RANGE(-64, -63), RANGE(-64, -63)}},
    {"SNORM one product", SNORM8, 0, true, EQ(SRC_ALPHA, ZERO, ADD), {-0.7f, 0.3f}, {0, 0}, {0, 0}, 0x77, 0x55, 0xe5, {ONLY(-27), RANGE(-28, -26), RANGE(-28, -25)}},
    {"SNORM factor 2", SNORM8, 0, true, EQ(INV_SRC_ALPHA, ZERO, ADD), {0.3f, -1}, {0, 0}, {0, 0}, 0x77, 0x55, 0x4c, {ONLY(76), RANGE(75, 78), RANGES(37, 39, 74, 79)}},
    {"SNORM factor above 1", SNORM8, 0, true, EQ(INV_SRC_ALPHA, ONE, ADD), {40 / 127.0f, -32 / 127.0f}, {0, 0}, {0, 0}, 0x17, 0x55, 0x49, {ONLY(73), ONLY(73), RANGES(62, 64, 72, 74)}},
    {"SNORM difference", SNORM8, 0, true, EQ(SRC_ALPHA, ONE, REV_SUBTRACT), {-0.7f, 0.3f}, {0, 0}, {0, 0}, 0xc1, 0x55, 0xdc, {ONLY(-36), RANGE(-37, -35), RANGE(-38, -35)}},
    {"SNORM factor -1 is no product", SNORM8, 0, true, EQ(SRC_ALPHA, ONE, ADD), {50 / 127.0f, -1}, {0, 0}, {0, 0}, 0x17, 0x55, 0xe5, {ONLY(-27), ONLY(-27), RANGE(-28, -26)}},
    {"SNORM below -1", SNORM8, 0, true, EQ(ONE, ONE, ADD), {-0.7f, 0.3f}, {0, 0}, {0, 0}, 0x90, 0x55, 0x81, {ONLY(-127), ONLY(-127), ONLY(-127)}},
    {"SNORM lowest code is -1", SNORM8, 0, true, EQ(ONE, ONE, ADD), {0.7f, 0.3f}, {0, 0}, {0, 0}, 0x80, 0x55, 0xda, {ONLY(-38), RANGE(-39, -37), RANGE(-40, -37)}},
    {"10 bits", RGB10A2, 1, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {0.7f, 0.3f}, {0, 0}, {0, 0}, 0x155, 0x1, 0x1c6, {RANGE(453, 454), RANGE(453, 455), RANGE(452, 455)}},
    {"10 bits by 2-bit alpha", RGB10A2, 1, true, EQ(DEST_ALPHA, ONE, ADD), {0.71f, 0.3f}, {0, 0}, {0, 0}, 0x55, 0x2, 0x239, {ONLY(569), RANGE(568, 570), RANGE(568, 570)}},
    {"10 bits by the rest of alpha", RGB10A2, 1, true, EQ(INV_DEST_ALPHA, ONE, ADD), {0.7f, 0.3f}, {0, 0}, {0, 0}, 0x55, 0x2, 0x144, {ONLY(324), RANGE(323, 324), RANGE(323, 325)}},
    {"2-bit store", RGB10A2, 3, false, EQ(ONE, ZERO, ADD), {0.4f, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1, {ONLY(1), ONLY(1), RANGE(1, 2)}},
    {"2-bit store below", RGB10A2, 3, false, EQ(ONE, ZERO, ADD), {0.28f, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1, {ONLY(1), ONLY(1), RANGE(0, 1)}},
    {"2-bit store above", RGB10A2, 3, false, EQ(ONE, ZERO, ADD), {0.72f, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x2, {ONLY(2), ONLY(2), RANGE(2, 3)}},
    {"2-bit sum", RGB10A2, 3, true, EQ(ONE, ONE, ADD), {0.3f, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x2, {ONLY(2), RANGE(1, 3), RANGE(1, 3)}},
    {"2-bit product", RGB10A2, 3, true, EQ(SRC_ALPHA, ZERO, ADD), {0.7f, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1, {RANGE(1, 2), RANGE(0, 3), RANGE(0, 3)}},
    {"5 bits", B5G6R5, 0, false, EQ(ONE, ZERO, ADD), {0.35f, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0xb, {ONLY(11), ONLY(11), RANGE(10, 11)}},
    {"5 bits, 8 bits first and cut, .88", B5G6R5, 0, false, EQ(ONE, ZERO, ADD), {0.88f / 31, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1, {ONLY(1), RANGE(0, 1), RANGE(0, 1)}},
    {"5 bits, 8 bits first, .93", B5G6R5, 0, false, EQ(ONE, ZERO, ADD), {0.93f / 31, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1, {ONLY(1), ONLY(1), RANGE(0, 1)}},
    {"5 bits, 8 bits first and cut, 1.8", B5G6R5, 2, false, EQ(ONE, ZERO, ADD), {1.8f / 31, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x2, {ONLY(2), RANGE(1, 2), RANGE(1, 2)}},
    {"6 bits, 8 bits first and cut, .88", B5G6R5, 1, false, EQ(ONE, ZERO, ADD), {0.88f / 63, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1, {ONLY(1), RANGE(0, 1), RANGE(0, 1)}},
    {"6 bits, 8 bits first, .92", B5G6R5, 1, false, EQ(ONE, ZERO, ADD), {0.92f / 63, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1, {ONLY(1), ONLY(1), RANGE(0, 1)}},
    {"5 of 5551, cut", B5G5R5A1, 1, false, EQ(ONE, ZERO, ADD), {3.7f / 31, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x4, {ONLY(4), RANGE(3, 4), RANGE(3, 4)}},
    {"4 bits, cut", B4G4R4A4, 0, false, EQ(ONE, ZERO, ADD), {0.9f / 15, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1, {ONLY(1), RANGE(0, 1), RANGE(0, 1)}},
    {"4 bits, not cut", B4G4R4A4, 0, false, EQ(ONE, ZERO, ADD), {0.97f / 15, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1, {ONLY(1), ONLY(1), RANGE(0, 1)}},
    {"5 bits, up", B5G6R5, 2, false, EQ(ONE, ZERO, ADD), {30.35f / 31, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x1e, {ONLY(30), RANGE(30, 31), RANGE(30, 31)}},
    {"6 bits", B5G6R5, 1, false, EQ(ONE, ZERO, ADD), {20.45f / 63, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x14, {RANGE(20, 21), RANGE(20, 21), RANGE(20, 21)}},
    {"6 bits, cut", B5G6R5, 1, false, EQ(ONE, ZERO, ADD), {20.8f / 63, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x15, {ONLY(21), ONLY(21), RANGE(20, 21)}},
    {"5 bits, blended", B5G6R5, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {0.35f, 0.6f}, {0, 0}, {0, 0}, 0x19, 0x0, 0x11, {RANGE(16, 17), RANGE(15, 18), RANGE(15, 18)}},
    {"5 bits, destination widened", B5G6R5, 0, true, EQ(ZERO, SRC_ALPHA, ADD), {0.35f, 0.6f}, {0, 0}, {0, 0}, 0x16, 0x0, 0xd, {ONLY(13), RANGE(12, 14), RANGE(12, 14)}},
    {"5 bits, MIN", B5G5R5A1, 0, true, EQ(ONE, ONE, MIN), {0.35f, 0.6f}, {0, 0}, {0, 0}, 0x16, 0x1, 0xb, {ONLY(11), RANGE(10, 12), RANGE(10, 12)}},
    {"5 bits by 1-bit alpha", B5G5R5A1, 1, true, EQ(DEST_ALPHA, ONE, ADD), {0.35f, 0.6f}, {0, 0}, {0, 0}, 0x7, 0x1, 0x12, {ONLY(18), RANGE(17, 19), RANGE(16, 19)}},
    {"1-bit alpha", B5G5R5A1, 3, false, EQ(ONE, ZERO, ADD), {0.45f, 0}, {0, 0}, {0, 0}, 0x1, 0x0, 0x0, {RANGE(0, 1), RANGE(0, 1), RANGE(0, 1)}},
    {"1-bit alpha, sure", B5G5R5A1, 3, false, EQ(ONE, ZERO, ADD), {0.38f, 0}, {0, 0}, {0, 0}, 0x1, 0x0, 0x0, {ONLY(0), ONLY(0), RANGE(0, 1)}},
    {"1-bit alpha of a sum", B5G5R5A1, 3, true, EQ(ONE, ONE, ADD), {0.2f, 0}, {0, 0}, {0, 0}, 0x0, 0x0, 0x0, {ONLY(0), RANGE(0, 1), RANGE(0, 1)}},
    {"4 bits", B4G4R4A4, 0, false, EQ(ONE, ZERO, ADD), {0.55f, 0}, {0, 0}, {0, 0}, 0x1, 0x0, 0x8, {ONLY(8), ONLY(8), RANGE(8, 9)}},
    {"4 bits, blended", B4G4R4A4, 2, true, EQ(SRC_ALPHA, DEST_ALPHA, ADD), {0.55f, 0.35f}, {0, 0}, {0, 0}, 0x9, 0x6, 0x6, {RANGE(6, 7), RANGE(5, 8), RANGE(5, 8)}},
    {"16 bits", RGBA16, 0, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), {0.55f, 0.35f}, {0, 0}, {0, 0}, 0x9123, 0x6123, 0x8f9e, {ONLY(36766), RANGE(36765, 36767), RANGE(36765, 36768)}},
    {"16 bits, no product", RGBA16, 0, true, EQ(ONE, ONE, SUBTRACT), {0.75f, 0.35f}, {0, 0}, {0, 0}, 0x9123, 0x6123, 0x2edc, {ONLY(11996), RANGE(11996, 11997), RANGE(11995, 11998)}},
    {"16 bits SNORM", R16SNORM, 0, true, EQ(DEST_COLOR, ONE, ADD), {-0.55f, 7}, {0, 0}, {0, 0}, 0x9123, 0x0, 0xce1d, {RANGE(-12772, -12771), RANGE(-12772, -12771), RANGE(-12773, -12770)}},
    {"one product on the grid, source black", RGBA8, 0, true, EQ(DEST_ALPHA, DEST_ALPHA, ADD), {0, 7}, {0, 0}, {0, 0}, 0x55, 0x42, 0x16, {ONLY(22), ONLY(22), RANGE(21, 23)}},
    {"one product on the grid, source white", RGBA8, 0, true, EQ(DEST_ALPHA, DEST_ALPHA, ADD), {1, 7}, {0, 0}, {0, 0}, 0x55, 0x42, 0x58, {ONLY(88), ONLY(88), RANGE(87, 89)}},
    {"one product on the grid, source by 0", RGBA8, 0, true, EQ(ZERO, DEST_ALPHA, ADD), {0.3f, 7}, {0, 0}, {0, 0}, 0x55, 0x42, 0x16, {ONLY(22), ONLY(22), RANGE(21, 23)}},
    {"one product on the grid, source by 1", RGBA8, 0, true, EQ(ONE, DEST_ALPHA, ADD), {100 / 255.0f, 7}, {0, 0}, {0, 0}, 0x55, 0x42, 0x7a, {ONLY(122), ONLY(122), RANGE(121, 123)}},
    {"one product on the grid, black", RGBA8, 0, true, EQ(DEST_ALPHA, DEST_ALPHA, ADD), {85 / 255.0f, 7}, {0, 0}, {0, 0}, 0x0, 0x42, 0x16, {ONLY(22), ONLY(22), RANGE(21, 23)}},
    {"one product on the grid, white", RGBA8, 0, true, EQ(DEST_ALPHA, DEST_ALPHA, ADD), {85 / 255.0f, 7}, {0, 0}, {0, 0}, 0xff, 0x42, 0x58, {ONLY(88), ONLY(88), RANGE(87, 89)}},
    {"one product on the grid, by 0", RGBA8, 0, true, EQ(DEST_ALPHA, ZERO, ADD), {85 / 255.0f, 7}, {0, 0}, {0, 0}, 0x55, 0x42, 0x16, {ONLY(22), ONLY(22), RANGE(21, 23)}},
    {"one product on the grid, by 1", RGBA8, 0, true, EQ(DEST_ALPHA, ONE, ADD), {85 / 255.0f, 7}, {0, 0}, {0, 0}, 0x55, 0x42, 0x6b, {ONLY(107), ONLY(107), RANGE(106, 108)}},
    {"two products on the grid", RGBA8, 0, true, EQ(DEST_ALPHA, DEST_ALPHA, ADD), {85 / 255.0f, 7}, {0, 0}, {0, 0}, 0xaa, 0x42, 0x42, {ONLY(66), RANGE(65, 67), RANGE(65, 67)}},
    {"product on the grid beside a source kept", R8, 0, true, EQ(ONE, INV_SRC_COLOR, ADD), {0.4375f, 7}, {0, 0}, {0, 0}, 0xf8, 0x0, 0xfb, {ONLY(251), RANGE(250, 252), RANGE(250, 252)}},
    {"product on the grid, down", R8, 0, true, EQ(ONE, INV_SRC_COLOR, ADD), {0.5824f, 7}, {0, 0}, {0, 0}, 0xf3, 0x0, 0xfa, {ONLY(250), RANGE(249, 250), RANGE(249, 251)}},
    {"product on the grid, up", R8, 0, true, EQ(ONE, INV_SRC_COLOR, ADD), {0.8879f, 7}, {0, 0}, {0, 0}, 0xf6, 0x0, 0xfe, {ONLY(254), RANGE(254, 255), RANGE(253, 255)}},
    {"product on the grid, subtracted", R8, 0, true, EQ(ONE, SRC_COLOR, SUBTRACT), {0.3705f, 7}, {0, 0}, {0, 0}, 0xec, 0x0, 0x7, {ONLY(7), RANGE(7, 8), RANGE(6, 8)}},
    {"product on the grid, subtracted, down", R8, 0, true, EQ(ONE, SRC_COLOR, SUBTRACT), {0.7627f, 7}, {0, 0}, {0, 0}, 0xdd, 0x0, 0x1a, {ONLY(26), RANGE(25, 26), RANGE(25, 27)}},
    {"5 bits, rounded twice", B5G6R5, 0, false, EQ(ONE, ZERO, ADD), {10.39f / 31, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0xa, {ONLY(10), RANGE(10, 11), RANGE(10, 11)}},
    {"5 bits, rounded twice, 27.41 of 8", B5G6R5, 0, false, EQ(ONE, ZERO, ADD), {27.41f / 255, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x3, {ONLY(3), RANGE(3, 4), RANGE(3, 4)}},
    {"5 bits, not rounded twice, 27.35 of 8", B5G6R5, 0, false, EQ(ONE, ZERO, ADD), {27.35f / 255, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x3, {ONLY(3), ONLY(3), RANGE(3, 4)}},
    {"5 bits, not rounded twice, 142.9 of 8", B5G6R5, 0, false, EQ(ONE, ZERO, ADD), {142.9f / 255, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x11, {ONLY(17), ONLY(17), RANGE(17, 18)}},
    {"6 bits, rounded twice", B5G6R5, 1, false, EQ(ONE, ZERO, ADD), {20.39f / 63, 7}, {0, 0}, {0, 0}, 0x1, 0x0, 0x14, {ONLY(20), RANGE(20, 21), RANGE(20, 21)}},
    {"SAT in both", RGBA8, 0, true, EQ(SRC_ALPHA_SAT, SRC_ALPHA_SAT, ADD), {0.3f, 0.81f}, {0, 0}, {0, 0}, 0x33, 0xa4, 0x2e, {RANGE(45, 46), RANGE(45, 46), RANGE(44, 47)}},
    /* clang-format on */
};

static void test_rows(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i]);
    assert_true(compared >= 98 * 20);
    assert_int_equal(failures, 0);
}

/* --- Room of fp32 -----------------------------------------------------------
 */

/* With 16 bits the roundings of fp32 are hundredths of a code: of a product 3
 * of half a unit each and 2 of its operand, of a sum one, of 1 - x one. */
static const struct {
    const char *name;
    struct ombre_equation equation;
    float s, sa;
    uint32_t dest, code;
    struct set strict;
} fp32_rows[] = {
    /* clang-format off */
    {"product, up, within", EQ(SRC_ALPHA, ZERO, ADD), 0x1.b0bca0p-1f, 0x1.da6852p-1f, 0x1234, 0xc87b, RANGE(51322, 51323)},
    {"product, up, beyond", EQ(SRC_ALPHA, ZERO, ADD), 0x1.cc5bc4p-1f, 0x1.9c0328p-1f, 0x1234, 0xb93a, ONLY(47418)},
    {"product, down, within", EQ(SRC_ALPHA, ZERO, ADD), 0x1.e6f6a0p-1f, 0x1.e44096p-1f, 0x1234, 0xe648, RANGE(58952, 58953)},
    {"product, down, beyond", EQ(SRC_ALPHA, ZERO, ADD), 0x1.f30a0cp-1f, 0x1.a2af9ap-1f, 0x1234, 0xcc0a, ONLY(52234)},
    {"small factor, up, within", EQ(SRC_ALPHA, ZERO, ADD), 0x1.d149c4p-1f, 0x1.427644p-4f, 0x1234, 0x1251, RANGE(4688, 4689)},
    {"small factor, up, beyond", EQ(SRC_ALPHA, ZERO, ADD), 0x1.c4bfb6p-1f, 0x1.95ad94p-4f, 0x1234, 0x166c, ONLY(5740)},
    {"small factor, down, within", EQ(SRC_ALPHA, ZERO, ADD), 0x1.d691acp-1f, 0x1.f09e04p-5f, 0x1234, 0xe43, RANGE(3651, 3652)},
    {"small factor, down, beyond", EQ(SRC_ALPHA, ZERO, ADD), 0x1.f9d630p-1f, 0x1.a15434p-5f, 0x1234, 0xce2, ONLY(3298)},
    {"two products, up, within", EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), 0x1.cdecdcp-1f, 0x1.e698d2p-2f, 0xdc4f, 0xe15f, RANGE(57694, 57695)},
    {"two products, up, beyond", EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), 0x1.dd7fd4p-1f, 0x1.ef06a2p-2f, 0xdd39, 0xe5b2, ONLY(58802)},
    {"two products, down, within", EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), 0x1.b193bcp-1f, 0x1.d42f0cp-2f, 0xd285, 0xd562, RANGE(54626, 54627)},
    {"two products, down, beyond", EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), 0x1.b486e4p-1f, 0x1.d31530p-2f, 0xd670, 0xd82e, ONLY(55342)},
    {"product and destination, up, within", EQ(SRC_ALPHA, ONE, ADD), 0x1.26a3e8p-2f, 0x1.272d4cp-2f, 0x95a4, 0xaae0, RANGE(43743, 43744)},
    {"product and destination, up, beyond", EQ(SRC_ALPHA, ONE, ADD), 0x1.158e4ep-2f, 0x1.7fca62p-2f, 0x995c, 0xb35e, ONLY(45918)},
    {"product and destination, down, within", EQ(SRC_ALPHA, ONE, ADD), 0x1.160ff8p-2f, 0x1.50114ap-2f, 0x994d, 0xb01d, RANGE(45085, 45086)},
    {"product and destination, down, beyond", EQ(SRC_ALPHA, ONE, ADD), 0x1.4841a4p-2f, 0x1.3a509ap-2f, 0x8fcc, 0xa8fc, ONLY(43260)},
    {"1 - x of 1, up, within", EQ(INV_SRC_ALPHA, ZERO, ADD), 0x1.000000p+0f, 0x1.263452p-3f, 0x1234, 0xdb39, RANGE(56120, 56121)},
    {"1 - x of 1, up, beyond", EQ(INV_SRC_ALPHA, ZERO, ADD), 0x1.000000p+0f, 0x1.a4a7fap-4f, 0x1234, 0xe5b5, ONLY(58805)},
    {"1 - x of 1, down, within", EQ(INV_SRC_ALPHA, ZERO, ADD), 0x1.000000p+0f, 0x1.620636p-3f, 0x1234, 0xd3be, RANGE(54206, 54207)},
    {"1 - x of 1, down, beyond", EQ(INV_SRC_ALPHA, ZERO, ADD), 0x1.000000p+0f, 0x1.00add6p-3f, 0x1234, 0xdfe9, ONLY(57321)},
    /* clang-format on */
};

static void test_fp32(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof fp32_rows / sizeof fp32_rows[0]; i++) {
        struct ombre_state s = state_of(RGBA16);
        s.target[0].blend_enable = true;
        s.target[0].color = fp32_rows[i].equation;
        struct ombre_source source = {0};
        memcpy(&source.word[0][0], &fp32_rows[i].s, sizeof(float));
        memcpy(&source.word[0][3], &fp32_rows[i].sa, sizeof(float));
        const struct ombre_texel dest = {{fp32_rows[i].dest, 0x5a5a5a5a}};
        const struct ombre_prediction p =
            predict(&s, &source, &dest, OMBRE_JUDGE_STRICT);
        expect(fp32_rows[i].name, 0, "ideal code", p.component[0].code,
               fp32_rows[i].code);
        expect_set(fp32_rows[i].name, 0, &p.component[0].legal,
                   &fp32_rows[i].strict);
    }
    assert_int_equal(compared, 20 * 5);
    assert_int_equal(failures, 0);
}

/* --- NaN --------------------------------------------------------------------
 */

/* A store makes NaN 0 (FS 3.2.3.4, 3.2.3.6), which Vulkan does not promise;
 * what the clamp of a blend makes of it is open (FS 17.5). */
static const struct {
    const char *name;
    uint32_t dxgi;
    bool blend;
    enum ombre_factor src;
    enum ombre_blend_op op;
    float s, sa;
    uint32_t code;
    struct set judge[4];
} nans[] = {
    /* clang-format off */
    {"store", R8, false, OMBRE_ONE, OMBRE_OP_ADD, NAN, 1, 0, {ONLY(0), ONLY(0), ONLY(0), RANGE(0, 255)}},
    {"blend", R8, true, OMBRE_ONE, OMBRE_OP_ADD, NAN, 1, 0x33, {ONLY(0x33), ONLY(0x33), RANGE(0, 255), RANGE(0, 255)}},
    {"factor", R8, true, OMBRE_SRC_ALPHA, OMBRE_OP_ADD, 1, NAN, 0x33, {ONLY(0x33), ONLY(0x33), RANGE(0, 255), RANGE(0, 255)}},
    {"SNORM", SNORM8, true, OMBRE_ONE, OMBRE_OP_ADD, NAN, 1, 0x33, {ONLY(0x33), ONLY(0x33), RANGE(-127, 127), RANGE(-127, 127)}},
    {"SNORM store", SNORM8, false, OMBRE_ONE, OMBRE_OP_ADD, NAN, 1, 0, {ONLY(0), ONLY(0), ONLY(0), RANGE(-127, 127)}},
    {"not read", R8, true, OMBRE_ONE, OMBRE_OP_ADD, .2f, NAN, 0x66, {ONLY(0x66), ONLY(0x66), ONLY(0x66), RANGE(0x65, 0x67)}},
    {"not read by a store", R8, false, OMBRE_SRC_ALPHA, OMBRE_OP_ADD, .2f, NAN, 0x33, {ONLY(0x33), ONLY(0x33), ONLY(0x33), ONLY(0x33)}},
    {"not read by MIN", R8, true, OMBRE_SRC_ALPHA, OMBRE_OP_MIN, .2f, NAN, 0x33, {ONLY(0x33), ONLY(0x33), ONLY(0x33), ONLY(0x33)}},
    {"not read by MAX", R8, true, OMBRE_SRC_ALPHA, OMBRE_OP_MAX, .4f, NAN, 0x66, {ONLY(0x66), ONLY(0x66), ONLY(0x66), ONLY(0x66)}},
    /* clang-format on */
};

static void test_nan(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof nans / sizeof nans[0]; i++) {
        struct ombre_state s = state_of(nans[i].dxgi);
        s.target[0].blend_enable = nans[i].blend;
        s.target[0].color =
            (struct ombre_equation){nans[i].src, OMBRE_ONE, nans[i].op};
        struct ombre_source source = {0};
        memcpy(&source.word[0][0], &nans[i].s, sizeof(float));
        memcpy(&source.word[0][3], &nans[i].sa, sizeof(float));
        const struct ombre_texel dest = {{0x33}};
        for (int j = 0; j < 4; j++) {
            const struct ombre_prediction p =
                predict(&s, &source, &dest, (enum ombre_judge) j);
            expect(nans[i].name, j, "code", p.component[0].code, nans[i].code);
            expect_set(nans[i].name, j, &p.component[0].legal,
                       &nans[i].judge[j]);
        }
    }
    assert_int_equal(compared, 9 * 4 * 5);
    assert_int_equal(failures, 0);
}

/* --- SNORM's second -1 ------------------------------------------------------
 */

/* FS 19.1.2: code -128 may stay where -1 is written back by a blend, and
 * nowhere else. */
static void test_lowest(void **unused)
{
    static const struct {
        const char *name;
        bool blend;
        enum ombre_factor src, dest;
        uint32_t code;
        struct set strict, d3d;
    } rows_lowest[] = {
        {"kept by a factor", true, OMBRE_ZERO, OMBRE_ONE, 0x80, ONLY(-127),
         RANGE(-128, -127)},
        {"-127 does not become -128", true, OMBRE_ZERO, OMBRE_ONE, 0x81,
         ONLY(-127), ONLY(-127)},
        {"a store writes -127", false, OMBRE_ONE, OMBRE_ZERO, 0x80, ONLY(-127),
         ONLY(-127)},
        {"-1 is not legal", true, OMBRE_ZERO, OMBRE_ZERO, 0x80, ONLY(0),
         ONLY(0)},
    };
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof rows_lowest / sizeof rows_lowest[0]; i++) {
        struct ombre_state s = state_of(SNORM8);
        s.target[0].blend_enable = rows_lowest[i].blend;
        s.target[0].color.src = rows_lowest[i].src;
        s.target[0].color.dest = rows_lowest[i].dest;
        const float low = -3;
        struct ombre_source source = {0};
        memcpy(&source.word[0][0], &low, sizeof low);
        const struct ombre_texel dest = {{rows_lowest[i].code}};
        const struct ombre_prediction strict =
            predict(&s, &source, &dest, OMBRE_JUDGE_STRICT);
        const struct ombre_prediction d3d =
            predict(&s, &source, &dest, OMBRE_JUDGE_D3D);
        expect_set(rows_lowest[i].name, 1, &strict.component[0].legal,
                   &rows_lowest[i].strict);
        expect_set(rows_lowest[i].name, 2, &d3d.component[0].legal,
                   &rows_lowest[i].d3d);
    }
    assert_int_equal(compared, 4 * 8);
    assert_int_equal(failures, 0);
}

/* --- Values -----------------------------------------------------------------
 */

/* The ideal value is the exact result, clamped, as a double. */
static void test_values(void **unused)
{
    static const struct {
        uint32_t dxgi;
        enum ombre_blend_op op;
        float s;
        uint32_t dest;
        double value;
    } values[] = {
        {R8, OMBRE_OP_ADD, .25f, 51, .25 + .2},
        {R8, OMBRE_OP_ADD, .9f, 51, 1},
        {R8, OMBRE_OP_SUBTRACT, .1f, 51, 0},
        {SNORM8, OMBRE_OP_SUBTRACT, -.5f, 127, -1},
        {SNORM8, OMBRE_OP_REV_SUBTRACT, .25f, 127, .75},
    };
    (void) unused;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct ombre_state s = state_of(values[i].dxgi);
        s.target[0].blend_enable = true;
        s.target[0].color =
            (struct ombre_equation){OMBRE_ONE, OMBRE_ONE, values[i].op};
        struct ombre_source source = {0};
        memcpy(&source.word[0][0], &values[i].s, sizeof(float));
        const struct ombre_texel dest = {{values[i].dest}};
        const double got =
            predict(&s, &source, &dest, OMBRE_JUDGE_EXACT).component[0].value;
        if (!(fabs(got - values[i].value) <= 0x1p-52))
            fail_msg("value %zu is %a, want %a", i, got, values[i].value);
    }
}

/* Decoding and counting in codes are inverse without rounding, also in the
 * colour's codes for a narrower alpha. */
static void test_whole_numbers(void **unused)
{
    static const struct {
        uint32_t dxgi;
        enum ombre_component component;
        unsigned codes, scale, step;
    } grids[] = {
        {R8, OMBRE_RED, 256, 255, 1},
        {RGBA16, OMBRE_RED, 65536, 65535, 1},
        {RGB10A2, OMBRE_RED, 1024, 1023, 1},
        {RGB10A2, OMBRE_ALPHA, 4, 1023, 341},
        {B5G6R5, OMBRE_RED, 32, 31, 1},
        {B5G6R5, OMBRE_GREEN, 64, 63, 1},
        {B5G5R5A1, OMBRE_ALPHA, 2, 31, 31},
        {B4G4R4A4, OMBRE_ALPHA, 16, 15, 1},
        {SNORM8, OMBRE_RED, 128, 127, 1},
        {R16SNORM, OMBRE_RED, 32768, 32767, 1},
    };
    unsigned whole = 0;
    (void) unused;
    for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++) {
        const struct ombre_format *const f = ombre_format_find(grids[i].dxgi);
        for (unsigned code = 0; code < grids[i].codes; code++, whole++)
            if (ombre_decode(f, grids[i].component, code) * grids[i].scale !=
                (double) code * grids[i].step)
                fail_msg("%s: %u", f->name, code);
    }
    assert_int_equal(whole,
                     65536 + 32768 + 1024 + 256 + 128 + 64 + 32 + 16 + 4 + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),   cmocka_unit_test(test_fp32),
        cmocka_unit_test(test_nan),    cmocka_unit_test(test_lowest),
        cmocka_unit_test(test_values), cmocka_unit_test(test_whole_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#!/usr/bin/env python3
"""Write vk_curve.h: the sRGB curve as a fragment shader looks it up.

  curve_linear[k]     the binary32, as bits, nearest to what code k stands for
  curve_threshold[k]  the least binary32 that is stored as code k + 1 or above;
                      the last one is there to fill a vector, and is NaN

From the formula in Direct3D 11.3's 3.2.3.7, with 60 digits; no threshold is a
binary32, so that a comparison decides exactly.
"""

import decimal
import struct
import sys

decimal.getcontext().prec = 60


def linear(position):
    """The linear value at `position` codes, to 60 digits."""
    c = decimal.Decimal(position) / 255
    if c <= decimal.Decimal("0.04045"):
        return c / decimal.Decimal("12.92")
    return ((c + decimal.Decimal("0.055")) / decimal.Decimal("1.055")) ** decimal.Decimal("2.4")


def number(bits):
    return decimal.Decimal(struct.unpack("<f", struct.pack("<I", bits))[0])


def at_or_above(exact):
    """Bits of positive numbers are in the order of the numbers."""
    low, high = 0, 0x7F800000
    while low < high:
        middle = (low + high) // 2
        if number(middle) >= exact:
            high = middle
        else:
            low = middle + 1
    return low


def nearest(exact):
    above = at_or_above(exact)
    if above == 0 or number(above) - exact <= exact - number(above - 1):
        return above
    return above - 1


def table(name, values):
    lines = "".join(f"    0x{value:08x},\n" for value in values)
    return f"static const uint32_t {name}[{len(values)}] = {{\n{lines}}};\n"


def main():
    half = decimal.Decimal("0.5")
    text = (
        f"/* Written by {sys.argv[0].rsplit('/', 1)[-1]}. */\n"
        + table("curve_linear", [nearest(linear(k)) for k in range(256)])
        + table("curve_threshold",
                [at_or_above(linear(k + half)) for k in range(255)] + [0xFFFFFFFF])
    )
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write(text)


if __name__ == "__main__":
    main()

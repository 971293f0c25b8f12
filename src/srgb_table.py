#!/usr/bin/env python3
"""Write srgb_table.h: what sRGB decodes to, and where its codes begin.

A pow() of a C library is not correctly rounded, and differs between libraries.
The 256 values and 255 thresholds are constants of the formula in FS 3.2.3.7, so
they are computed once, with 60 digits:

  srgb_linear[k]     the double nearest to what code k stands for
  srgb_threshold[k]  the least double that encodes to code k + 1 or above

Every threshold is either rational with a denominator that is no power of two or
irrational, so no double ever sits on one and a comparison decides exactly.
"""

import decimal
import fractions
import math
import sys

decimal.getcontext().prec = 60


def linear(position):
    """The linear value at `position` codes (FS 3.2.3.7), to 60 digits."""
    c = decimal.Decimal(position) / 255
    if c <= decimal.Decimal("0.04045"):
        return c / decimal.Decimal("12.92")
    c = (c + decimal.Decimal("0.055")) / decimal.Decimal("1.055")
    return c ** decimal.Decimal("2.4")


def at_or_above(exact):
    value = float(exact)
    if fractions.Fraction(value) < fractions.Fraction(exact):
        value = math.nextafter(value, math.inf)
    return value


def table(name, values):
    lines = "".join(f"    {value.hex()},\n" for value in values)
    return f"static const double {name}[{len(values)}] = {{\n{lines}}};\n"


def main():
    half = decimal.Decimal("0.5")
    text = (
        f"/* Written by {sys.argv[0].rsplit('/', 1)[-1]}. */\n"
        + table("srgb_linear", [float(linear(k)) for k in range(256)])
        + table("srgb_threshold", [at_or_above(linear(k + half)) for k in range(255)])
    )
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write(text)


if __name__ == "__main__":
    main()

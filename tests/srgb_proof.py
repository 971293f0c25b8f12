#!/usr/bin/env python3
"""Prove srgb_table.h: sRGB is decoded and encoded correctly rounded.

    srgb_proof.py SRGB_TABLE_H

No power is computed.  A position of t on the encoded side (0 to 1) stands for
((t + 0.055) / 1.055) ^ (12 / 5), so a number x is below it exactly if x^5 is
below ((t + 0.055) / 1.055) ^ 12: a comparison of fractions (FS 3.2.3.7 and
3.2.3.8).  That proves, of every code k,

  srgb_linear[k]     no double is nearer to what k stands for, and
  srgb_threshold[k]  it is the least double whose position is k + 1/2 or above,

and that encoding by comparing with ascending thresholds rounds every double
right, halves up, across the curve's two pieces.
"""
import math
import re
import sys
from fractions import Fraction

DECODE_LIMIT = Fraction('0.04045')
ENCODE_LIMIT = Fraction('0.0031308')
SLOPE, OFFSET, SCALE = Fraction('12.92'), Fraction('0.055'), Fraction('1.055')


def tables(path):
    with open(path, encoding='utf-8') as file:
        found = re.findall(r'double (\w+)\[(\d+)\] = \{([^}]*)\}', file.read())
    values = {name: [float.fromhex(x) for x in text.replace(',', ' ').split()]
              for name, _, text in found}
    for name, count, _ in found:
        assert len(values[name]) == int(count), name
    return values


def order(x, position):
    """The sign of x - what encoded position 0 to 1 stands for, by the power
    piece; x is not negative."""
    left, right = Fraction(x) ** 5, ((position + OFFSET) / SCALE) ** 12
    return (left > right) - (left < right)


def order_decoded(x, code):
    """Like order(), of a code: FS 3.2.3.7 chooses the piece by the code."""
    position = Fraction(code, 255)
    if position <= DECODE_LIMIT:
        exact = position / SLOPE
        return (Fraction(x) > exact) - (Fraction(x) < exact)
    return order(x, position)


def reaches(x, half):
    """Whether FS 3.2.3.8 puts x at `half` codes or above: it chooses the piece by
    the number."""
    if Fraction(x) <= ENCODE_LIMIT:
        return Fraction(x) * SLOPE * 255 >= half
    return order(x, half / 255) >= 0


def is_nearest(x, code):
    """No neighbour of x is nearer to what `code` stands for."""
    below, above = math.nextafter(x, -math.inf), math.nextafter(x, math.inf)
    middles = (Fraction(x) + Fraction(below)) / 2, (Fraction(x) + Fraction(above)) / 2
    if middles[0] < 0:
        return x == 0 and order_decoded(0.0, code) == 0
    return order_decoded(middles[0], code) <= 0 <= order_decoded(middles[1], code)


def main():
    table = tables(sys.argv[1])
    linear, threshold = table['srgb_linear'], table['srgb_threshold']
    assert len(linear) == 256 and len(threshold) == 255
    proved = 0
    for code, x in enumerate(linear):
        assert is_nearest(x, code), f'code {code} is not nearest to {x!r}'
        proved += 1
    assert linear[0] == 0 and linear[255] == 1
    for code, x in enumerate(threshold):
        half = code + Fraction(1, 2)
        assert reaches(x, half), f'{x!r} is below {float(half)}'
        assert not reaches(math.nextafter(x, 0), half), f'{x!r} is not the least'
        assert linear[code] < x < linear[code + 1]
        proved += 1
    # Within a piece positions ascend with the number.  Where the pieces meet
    # they step down, by less than there is to the next threshold on each side.
    limit = math.nextafter(float(ENCODE_LIMIT), 1)
    below = [k for k, x in enumerate(threshold) if Fraction(x) <= ENCODE_LIMIT]
    last = below[-1]
    assert below == list(range(last + 1))
    assert reaches(limit, last + Fraction(1, 2))
    assert ENCODE_LIMIT * SLOPE * 255 < last + Fraction(3, 2)
    print(f'{proved} entries proved; the pieces meet between thresholds {last} and {last + 1}')


if __name__ == '__main__':
    main()

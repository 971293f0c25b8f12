#!/usr/bin/env python3
"""Turn texts into one C header, each an array of characters.

  embed.py OUTPUT FILE..    vertex.vert becomes vertex_vert[]
"""
import pathlib
import sys

output, files = pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]


def array(path):
    """C promises strings of no more than 4,095 characters."""
    data = [str(byte if byte < 128 else byte - 256) for byte in path.read_bytes() + b'\0']
    rows = [', '.join(data[i:i + 24]) for i in range(0, len(data), 24)]
    name = path.name.removesuffix('.in').replace('.', '_')
    return f'static const char {name}[] = {{\n    ' + ',\n    '.join(rows) + ',\n};\n'


output.write_text('/* Made by tools/repro/embed.py. */\n' + ''.join(map(array, files)))

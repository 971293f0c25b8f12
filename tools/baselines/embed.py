#!/usr/bin/env python3
"""Turn the baselines of drivers into one C header.

  embed.py OUTPUT FILE..    FILE is driver_id.txt, as mesa_llvmpipe.txt
"""
import pathlib
import sys

output, files = pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]


def array(path):
    """The text as an array: C promises strings of no more than 4,095 characters."""
    data = [str(byte if byte < 128 else byte - 256) for byte in path.read_bytes() + b'\0']
    rows = [', '.join(data[i:i + 24]) for i in range(0, len(data), 24)]
    return f'static const char {path.stem}[] = {{\n    ' + ',\n    '.join(rows) + ',\n};\n'


files.sort()
output.write_text('/* Made by tools/baselines/embed.py. */\n' + ''.join(array(path) for path in files) +
                  'static const struct {\n    const char *driver, *text;\n} baselines[] = {\n' +
                  ''.join(f'    {{"DRIVER_ID_{path.stem.upper()}", {path.stem}}},\n' for path in files) + '};\n')

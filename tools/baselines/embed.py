#!/usr/bin/env python3
"""Turn the baselines of drivers into one C header.

  embed.py OUTPUT FILE..    FILE is driver_id.txt, as mesa_llvmpipe.txt
"""
import pathlib
import sys

output, files = pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]


def literal(text):
    return ''.join('    "' + line.replace('\\', '\\\\').replace('"', '\\"') + '\\n"\n' for line in text.splitlines())


rows = ''.join(f'    {{"DRIVER_ID_{path.stem.upper()}",\n{literal(path.read_text())}    ""}},\n' for path in sorted(files))
output.write_text('/* Made by tools/baselines/embed.py. */\n'
                  'static const struct {\n    const char *driver, *text;\n} baselines[] = {\n' + rows + '};\n')

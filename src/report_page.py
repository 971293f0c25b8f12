#!/usr/bin/env python3
"""Turn the style and the script of reports into one C header.

  report_page.py OUTPUT STYLE SCRIPT

A page allows what it came with and nothing else, so the script's digest goes along.
"""
import base64
import hashlib
import pathlib
import sys

output, style, script = map(pathlib.Path, sys.argv[1:])


def lines(name, text):
    quoted = (line.replace('\\', '\\\\').replace('"', '\\"') for line in text.splitlines(keepends=True))
    rows = ''.join('    "' + line.replace('\n', '\\n') + '",\n' for line in quoted)
    return f'static const char *const {name}[] = {{\n{rows}    NULL,\n}};\n'


code = script.read_text(encoding='utf-8')
digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
output.write_text('/* Made by src/report_page.py. */\n' + lines('page_style', style.read_text(encoding='utf-8'))
                  + lines('page_script', code) + f'static const char page_digest[] = "{digest}";\n')

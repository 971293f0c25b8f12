#!/usr/bin/env python3
"""Open the page of a report in Chromium: nothing is said on its console, its script searches, it can be read
without it, and what a hostile run folder says stays text.

  tests/page.py OMBRE [FOLDER]    keeps screenshots in FOLDER, for who wants to look
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from cli import check, expect, finish, ombre

CHROMIUM = next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)
if not CHROMIUM:
    print('SKIPPED: no Chromium here (package chromium)', file=sys.stderr)
    sys.exit(77)

TOP = pathlib.Path(__file__).resolve().parent.parent
SEEDS = TOP / 'tests/seeds/report'
home = pathlib.Path(tempfile.mkdtemp())
shown = pathlib.Path(os.path.abspath(sys.argv[2])) if len(sys.argv) > 2 else home
HARM = ['<img src=x onerror="document.title=\'harmed\'">', '<script>document.title="harmed"</script>',
        '"><svg onload=document.title="harmed">', "' onmouseover='x", '</title></style></script></table><h1>harmed</h1>',
        'javascript:document.title="harmed"', '\u202egnp.exe', '\x1b[2J\x07', 'a' * 300, '&lt;b&gt;', '{{7*7}}', '-->', ']]>']


def browse(page, *words):
    """Let Chromium open a page; returns its output and what the page said on the console."""
    run = subprocess.run([CHROMIUM, '--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--disable-dev-shm-usage',
                          f'--user-data-dir={home / "profile"}', '--enable-logging=stderr', *words, f'file://{page}'],
                         capture_output=True, text=True, timeout=100, check=False)
    check(page.name, run.returncode == 0, run.returncode, run.stderr[-500:])
    return run.stdout, [line for line in run.stderr.splitlines() if 'CONSOLE' in line]


def render(name, lines=(), facts=()):
    folder = home / name
    folder.mkdir()
    manifest = {**json.loads((SEEDS / 'run.json').read_text(encoding='utf-8')), **dict(facts)}
    (folder / 'run.json').write_text(json.dumps(manifest), encoding='utf-8')
    text = (SEEDS / 'results.jsonl').read_text(encoding='utf-8') if lines is not None else ''
    (folder / 'results.jsonl').write_text(text + ''.join(json.dumps(line) + '\n' for line in lines or ()), encoding='utf-8')
    page = home / f'{name}.html'
    expect(name, ombre('report', folder, '--html', page), 0)
    return page


def check_page(name, page):
    dom, said = browse(page, '--dump-dom')
    check(name, said == [], said)
    rows = len(re.findall(r'<td class="id">[^<]*</td><td class="s-', dom))
    check(name, f'<output>{rows} of {rows}</output>' in dom and 'id="find">' in dom, 'the script did not run')
    without = home / f'{name}-without.html'
    without.write_text(re.sub(r'<script>.*</script>', '', page.read_text(encoding='utf-8'), flags=re.DOTALL), encoding='utf-8')
    plain, said = browse(without, '--dump-dom')
    check(name, said == [] and re.search(r'id="find" hidden', plain), said)
    check(name, len(re.findall(r'<td class="id">[^<]*</td><td class="s-', plain)) == rows, 'rows differ without the script')
    return dom, rows


def screenshot(name, page, *words):
    picture = shown / f'{name}.png'
    _, said = browse(page, '--window-size=1280,2400', f'--screenshot={picture}', *words)
    data = picture.read_bytes() if picture.exists() else b''
    # A blank page of that size takes less than 12 KiB.
    check(name, said == [] and data[:8] == b'\x89PNG\r\n\x1a\n' and len(data) > 20000, said, len(data))


def test_page():
    page = render('page')
    dom, rows = check_page('page', page)
    check('page', rows == len({json.loads(line)['case'] for line in (SEEDS / 'results.jsonl').read_text().splitlines()
                               if '"case"' in line}), rows)
    check('page', dom.count('<img') >= 5 and 'naturalWidth' not in dom)
    screenshot('light', page)
    screenshot('dark', page, '--blink-settings=preferredColorScheme=0')


def test_hostile():
    lines = [{'case': harm, 'status': status, 'seconds': 0, 'reason': harm, 'expectation': 'unexpected',
              'detail': {'components': 1, 'failed': 1, 'warned': 0, 'state': [harm], 'cause': harm, 'replay': harm,
                         'shared_state': harm, 'wrong': [{'pixel': 0, 'target': 0, 'sample': 0, 'component': 0, 'status': 'Fail',
                                                          'format': harm, 'before': harm, 'source': harm, 'want': harm,
                                                          'got': harm, 'legal': harm, 'rule': harm}]}}
             for harm in HARM for status in ('Fail', 'NotSupported')]
    lines += [{'case': f'om.color.{harm}.zero-one-add', 'status': 'NotSupported', 'seconds': 0, 'reason': harm} for harm in HARM]
    facts = {'suite': HARM[4], 'device': {'deviceName': HARM[1], 'driverInfo': HARM[0]}, HARM[2]: HARM[3]}
    page = render('hostile', lines, facts)
    dom, rows = check_page('hostile', page)
    check('hostile', rows > 20, rows)
    check('hostile', re.search(r'<title>ombre: ', dom) and '<title>harmed' not in dom and '<h1>harmed' not in dom)
    check('hostile', dom.count('<script') == 1 and '<svg onload' not in dom and not re.search(r'<[^>]*onerror=', dom),
          dom.count('<script'), '<svg onload' in dom)
    images = re.findall(r'<img [^>]*src="([^"]{0,40})', dom)
    check('hostile', images and all(image.startswith('data:image/png;base64,') for image in images), images[:3])


def test_empty():
    page = render('empty', lines=None)
    dom, said = browse(page, '--dump-dom')
    check('empty', said == [] and 'No case has a result yet.' in dom and 'Incomplete' in dom, said)


try:
    finish([test_page, test_hostile, test_empty])
finally:
    shutil.rmtree(home)

#!/usr/bin/env python3
"""Compare ombre with answers that others found right: tests/known/*.json.

  tests/known.py OMBRE            what `ombre validate` and `predict` say
  tests/known.py OMBRE --draw     and what `ombre draw` makes of a device

A row has a case and, for each pixel and target, what its components must be:

  51, "0x3c00"          the code of the ideal result
  [50, 52]              that code lies between these, ends included
  {"either": [1, 2]}    it is the first; the others are legal too ("nan": any)
  {"value": [0.1, 0.2]} the ideal value lies between these
  "nan"                 any NaN is legal

A pixel is a list of targets, or {"covered": [min, max], "targets": [..]} where
a target may be {"samples": [..]}.  "valid" says whether Direct3D accepts the
case, and where not, in which field a rule is broken.

The cases of tests/cases go along: they must be valid, and draw as predicted.
Rows that tests/known-faults.json lists for the driver must draw wrong: a fault
that is gone leaves the list.  Exit 77 if nothing could be drawn.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

DRAWN_RIGHT = {'pass', 'compatibility-warning', 'quality-warning'}


FAULTS = json.loads((HERE / 'known-faults.json').read_text(encoding='utf-8'))


class Wrong(Exception):
    """What a row got instead of what it wants."""


def ombre(program, command, case):
    """Run a command of ombre on a case; return (exit status, its JSON)."""
    result = subprocess.run([program, command, '--json', '-'], input=json.dumps(case),
                            capture_output=True, text=True, check=False)
    try:
        return result.returncode, json.loads(result.stdout)
    except ValueError:
        raise Wrong(f'ombre {command}: exit {result.returncode}: '
                    f'{result.stderr.strip() or result.stdout[:200]}') from None


def number(word):
    return int(word, 0) if isinstance(word, str) else word


def ordinal(form, component, code):
    """Place of a code among those of its component, in order of value."""
    if form.startswith('DXGI_FORMAT_R11G11B10'):
        return code
    width = int(re.search(component.upper() + r'(\d+)', form).group(1))
    if form.endswith(('_SNORM', '_SINT')):
        return code - (code >> (width - 1) << width)
    if form.endswith('_FLOAT') and code >> (width - 1):
        return (1 << (width - 1)) - 1 - code
    return code


class Comparison:
    """Compares one answer; counts how many components it saw."""

    def __init__(self):
        self.count = 0

    def component(self, want, form, name, channel):
        self.count += 1
        place = lambda code: ordinal(form, name, number(code))
        def legal(code):
            if code == 'nan':
                return channel.get('nan', False)
            return any(place(first) <= place(code) <= place(last)
                       for first, last in channel['legal'])
        code = channel['code']
        if want == 'nan':
            right = legal('nan')
        elif isinstance(want, list):
            right = place(want[0]) <= place(code) <= place(want[1]) and legal(code)
        elif isinstance(want, dict) and 'value' in want:
            right = want['value'][0] <= channel['value'] <= want['value'][1]
        elif isinstance(want, dict):
            first = want['either'][0]
            right = (first == 'nan' or code == number(first)) and all(map(legal, want['either']))
        else:
            right = code == number(want) and legal(code)
        if not right:
            raise Wrong(f'{name} is {json.dumps(channel)}, not {json.dumps(want)}')

    def texel(self, want, form, channels):
        for name, component in want.items():
            if name not in channels:
                raise Wrong(f'{form} has no {name}')
            self.component(component, form, name, channels[name])

    def target(self, want, answer):
        if want is None:
            if answer is not None:
                raise Wrong('a hole has an answer')
            return
        if 'samples' not in want:
            self.texel(want, answer['format'], answer['channels'])
            return
        if len(want['samples']) != len(answer['samples']):
            raise Wrong(f'{len(answer["samples"])} samples')
        for sample, got in zip(want['samples'], answer['samples']):
            self.texel(sample, answer['format'], got['channels'])

    def pixel(self, want, answer):
        targets = want if isinstance(want, list) else want.get('targets')
        if isinstance(want, dict):
            first = next(t for t in answer['targets'] if t)
            covered = first.get('covered', [1, 1])
            low, high = want['covered']
            self.count += 1
            # Between the ends a test can only bound what the rules leave open.
            if not covered[0] <= low <= high <= covered[1] or low == high and covered != [low, high]:
                raise Wrong(f'covered {covered}, not {want["covered"]}')
        if targets is not None:
            if len(targets) != len(answer['targets']):
                raise Wrong(f'{len(answer["targets"])} targets, not {len(targets)}')
            for index, target in enumerate(targets):
                try:
                    self.target(target, answer['targets'][index])
                except Wrong as wrong:
                    raise Wrong(f'target {index}: {wrong}') from None

    def pixels(self, want, answer):
        if len(want) != len(answer):
            raise Wrong(f'{len(answer)} pixels, not {len(want)}')
        for index, pixel in enumerate(want):
            try:
                self.pixel(pixel, answer[index])
            except Wrong as wrong:
                raise Wrong(f'pixel {index}: {wrong}') from None


def check_valid(program, row):
    want = row['valid']
    status, answer = ombre(program, 'validate', row['case'])
    if answer['valid'] != want['valid'] or (status == 0) != want['valid']:
        raise Wrong(f'valid is {answer["valid"]}: {[i["rule"] for i in answer["issues"]]}')
    errors = [i['path'] for i in answer['issues'] if i['severity'] == 'error']
    if want.get('path') and want['path'] not in errors:
        raise Wrong(f'errors at {errors}')


def draw_row(program, row):
    """Raise Wrong, or return (outcome, number of comparisons)."""
    if 'pixels' not in row['case']:
        return 'not drawn', 0
    status, answer = ombre(program, 'draw', row['case'])
    if answer['verdict'] == 'not-supported':
        return f'not supported: {answer["reason"].split(":")[0]}', 0
    compared = Comparison()
    wrong = None
    if answer['verdict'] not in DRAWN_RIGHT or status != 0:
        wrong = f'verdict {answer["verdict"]}, exit {status}: {answer["reason"]}'
    elif 'expect' in row:
        compared.pixels(row['expect'], answer['pixels'])
    driver = answer['device']['driverID']
    listed = FAULTS.get(driver, {}).get(row['id'])
    if listed and answer['verdict'] == 'fail':
        return f'known fault of the driver: {listed}', 1
    if listed:
        raise Wrong(f'tests/known-faults.json lists it for {driver}, but: {answer["verdict"]}')
    if wrong:
        raise Wrong(wrong)
    return answer['verdict'], compared.count + 1


def predict_row(program, row):
    """Like draw_row(), with no device."""
    compared = Comparison()
    check_valid(program, dict(row, valid=row.get('valid', {'valid': True})))
    if 'expect' in row:
        status, answer = ombre(program, 'predict', row['case'])
        if status != 0:
            raise Wrong(f'ombre predict: exit {status}')
        compared.pixels(row['expect'], answer['pixels'])
        if not compared.count:
            raise Wrong('nothing was compared')
    return 'as known', compared.count + 1


def rows():
    """Yield (file, row) of every table, then of every shipped case."""
    for path in sorted((HERE / 'known').glob('*.json')):
        for row in json.loads(path.read_text(encoding='utf-8'))['rows']:
            yield path.name, row
    for path in sorted((HERE / 'cases').glob('*.json')):
        case = json.loads(path.read_text(encoding='utf-8'))
        yield path.name, {'id': path.stem, 'what': case['name'], 'case': case}


def main(program, draw):
    check = draw_row if draw else predict_row

    def attempt(file, row):
        try:
            return *check(program, row), None
        except Wrong as wrong:
            return 'wrong', 0, (f'{file}: {row["id"]}: {row["what"]}\n    {wrong}\n'
                                f'    by {row.get("source", "the case itself")}')

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda pair: attempt(*pair), rows()))
    outcomes = collections.Counter(outcome for outcome, _, _ in results)
    compared = sum(count for _, count, _ in results)
    print('\n'.join(message for _, _, message in results if message))
    for outcome, count in outcomes.most_common():
        print(f'{count:5}  {outcome}')
    print(f'{len(results)} rows, {compared} comparisons')
    if outcomes['wrong'] or len(results) < 300:
        return 1
    return 0 if compared else 77


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], '--draw' in sys.argv[2:]))

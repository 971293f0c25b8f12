#!/usr/bin/env python3
"""Plant small faults into the sources and see whether the unit tests notice.

  tests/mutate.py [--build DIR] [--files GLOB].. [--sample N --seed S] [--jobs N]
                  [--quick COMPILER] [--stages SECONDS,..] [--record FILE [--survivors]] [--minutes N]
  tests/mutate.py --summary --record FILE
  tests/mutate.py --list | --stale

Each mutant is one change of one token or statement of one file.  Only that file,
or the sources that include a header, is compiled anew (tests/mutant_build.py), and
the tests that can see its layer run on it, those that are quick and like to kill
first; the first that fails ends the mutant.  Stages "0.3,8" ask all mutants the tests that take up to
0.3 seconds, then those that survived the ones that take up to 8, and none that
takes longer.

A mutant that reads or writes out of bounds without failing a test survives; a
build directory with -Db_sanitize=address,undefined tells these apart.

A survivor of which the compiler makes the same code as of the source is none.
What else cannot change behaviour is listed in tests/mutants-equivalent.txt and
not run; an entry there that no longer matches a mutant is stale.

With --quick tcc, mutants are made with a compiler that takes a tenth of the time;
the build's own has the last word on those that live.

With --record, what was found is kept in a file and not tried again, so a long
run can be done in pieces (--minutes), and survivors are asked only tests that
are new.  --survivors tries no others.

With --summary, nothing is tried: what the record has of the sources as they are
now is printed, a row for each layer, with how many nobody has asked yet.

Prints how many were made, killed, did not compile, and every survivor.  Exit 1
on a survivor or a stale entry.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import hashlib
import json
import math
import os
import pathlib
import random
import sys
import tempfile
import threading
import time

import layers
import mutant_build
import mutants

TOP = pathlib.Path(__file__).resolve().parent.parent
EQUIVALENT = TOP / 'tests' / 'mutants-equivalent.txt'

KILLED, SURVIVED, NOT_COMPILED, SAME = 'killed', 'survived', 'did not compile', 'same code'
LISTED, FRESH = 'listed', 'not tried'


def try_mutant(build, mutant, folder, tests, is_last=True):
    """Compile and test one mutant; return (outcome, test that failed).  Before
    the last stage the quick compiler's word is enough."""
    copy = folder / pathlib.PurePath(mutant.file).name
    copy.write_text(mutant.text, encoding='utf-8')

    def killer(tests):
        return next((t['name'] for t in tests if fails(build, t, folder, mutant.file, copy)), None)
    quick = [t for t in tests if t['name'] in build.quick_tests[mutant.file]]
    if quick and build.quick_part(mutant.file, copy, folder):
        name = killer(quick)
        if name or len(quick) == len(tests) and not is_last:
            return (KILLED, name) if name else (SURVIVED, None)
    if not build.part(mutant.file, copy, folder):
        return NOT_COMPILED, None
    name = killer(tests)
    return (KILLED, name) if name else (SURVIVED, None)


def fails(build, test, folder, file, copy):
    """Whether a test fails on the PART of a folder, made of a copy of a file."""
    return build.run_test(test, folder, 2 + 8 * build.seconds[test['name']], (file, copy))[0] != 0


def same_code(build, mutant, folder):
    """Whether the compiler makes of a mutant what it makes of the source."""
    copy = folder / pathlib.PurePath(mutant.file).name
    codes = []
    for text in ((TOP / mutant.file).read_text(encoding='utf-8'), mutant.text):
        copy.write_text(text, encoding='utf-8')
        codes.append(build.code(mutant.file, copy, folder))
    return codes[0] is not None and codes[0] == codes[1]


def read_equivalent():
    """The allow-list: {(file, line, change): reason}."""
    entries = {}
    if EQUIVALENT.exists():
        for number, line in enumerate(EQUIVALENT.read_text(encoding='utf-8').splitlines(), 1):
            if line and not line.startswith('#'):
                parts = [part.strip() for part in line.split(' | ')]
                if len(parts) != 4:
                    sys.exit(f'{EQUIVALENT.name}:{number}: want "file | line | change | reason"')
                entries[tuple(parts[:3])] = parts[3]
    return entries


def generate(build, patterns):
    """All mutants of the sources that match, in order."""
    made = []
    for file in sorted([*build.compile, *build.headers]):
        if any(fnmatch.fnmatch(file, p) or fnmatch.fnmatch(pathlib.Path(file).name, p)
               for p in patterns):
            made += mutants.of_file(TOP, file, build.compiler(file), build.directory)
    return made


class Record:
    """What is known, kept in a file so that a run can go on where one stopped.
    A mutant is known by its whole text, a test by its code: changes of them make
    them new."""

    def __init__(self, path):
        self.path = path
        self.outcome = {}  # of what no test changes
        self.survived = collections.defaultdict(set)  # which tests
        self.seconds = {}
        self.lock = threading.Lock()
        if path and path.exists():
            for line in path.read_text(encoding='utf-8').splitlines():
                self.take(*json.loads(line))

    def take(self, what, key, value):
        if what == SURVIVED:
            self.survived[key].update(value)
        elif what == 'seconds':
            self.seconds[key] = value
        else:
            self.outcome[key] = what, value

    def add(self, what, key, value=None):
        with self.lock:
            self.take(what, key, value)
            if self.path:
                with open(self.path, 'a', encoding='utf-8') as file:
                    file.write(json.dumps([what, key, value]) + '\n')

    def of(self, mutant):
        """What became of a mutant, as far as it was tried."""
        key = self.key(mutant)
        known = self.outcome.get(key)
        return known[0] if known else SURVIVED if key in self.survived else FRESH

    @staticmethod
    def key(mutant):
        return hashlib.sha256(f'{mutant.file}\n{mutant.text}'.encode()).hexdigest()[:24]


def measure(build, record, files, within):
    """Find out how long each test takes that is asked about the files."""
    asked = {t['name']: t for file in files for t in build.asked(file)}
    for name, test in asked.items():
        seconds, limit = record.seconds.get(build.key(test), (None, 0))
        if seconds is None and limit < within:
            seconds = build.measure(test, within)
            known = None if seconds == math.inf else seconds
            record.add('seconds', build.key(test), [known, within])
        build.seconds[name] = math.inf if seconds is None else seconds


class Stage:
    """One pass over mutants with the tests of one range of durations."""

    def __init__(self, build, record, quickest, slowest, is_last):
        self.build, self.record, self.is_last = build, record, is_last
        self.range = quickest, slowest
        self.place = threading.local()
        self.kills = collections.defaultdict(collections.Counter)

    def tests(self, mutant):
        """Those that the mutant has not survived yet, the likeliest to kill it
        in the least time first."""
        survived = self.record.survived[Record.key(mutant)]
        tests = [t for t in self.build.tests_for(mutant.file, *self.range)
                 if self.build.key(t) not in survived]
        kills = self.kills[mutant.file]

        def rank(test):
            likely = self.build.likeness(mutant.file, test) + kills[test['name']]
            return -likely / (0.01 + self.build.seconds[test['name']])
        return sorted(tests, key=rank)

    def check_unharmed(self, file, folder):
        """The source as it is must survive, or every kill would be a lie."""
        same = mutants.Mutant(file, 0, '', 'none', (TOP / file).read_text(encoding='utf-8'))
        self.build.quick_tests[file] = set()
        tests = self.tests(same)
        if tests:
            outcome, killer = try_mutant(self.build, same, folder, tests)
            if outcome != SURVIVED:
                sys.exit(f'{file} without a fault is {outcome}, by {killer}')
            self.record.add(SURVIVED, Record.key(same), [self.build.key(t) for t in tests])
        if self.build.quick:
            self.build.quick_tests[file] = self.quick_tests(same, folder)

    def quick_tests(self, same, folder):
        """The tests that pass on what the quick compiler makes, which has no
        fused operations and rounds as it likes."""
        key = Record.key(same) + self.build.quick
        copy = folder / pathlib.PurePath(same.file).name
        copy.write_text(same.text, encoding='utf-8')
        fresh = [t for t in self.build.tests_for(same.file, *self.range)
                 if self.build.key(t) not in self.record.survived[key]]
        if fresh and self.build.quick_part(same.file, copy, folder):
            self.record.add(SURVIVED, key, [
                self.build.key(t) for t in fresh
                if not fails(self.build, t, folder, same.file, copy)])
        return {t['name'] for t in self.build.tests_for(same.file, *self.range)
                if self.build.key(t) in self.record.survived[key]}

    def try_one(self, mutant, scratch):
        tests = self.tests(mutant)
        if not tests and not (self.is_last and self.build.quick):
            return  # the build's own compiler has not seen it yet
        if not hasattr(self.place, 'folder'):
            self.place.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        outcome, killer = try_mutant(self.build, mutant, self.place.folder, tests, self.is_last)
        if outcome == SURVIVED:
            self.record.add(SURVIVED, Record.key(mutant), [self.build.key(t) for t in tests])
            if self.is_last and same_code(self.build, mutant, self.place.folder):
                outcome = SAME
        elif outcome == KILLED:
            self.kills[mutant.file][killer] += 1
        if outcome != SURVIVED:
            self.record.add(outcome, Record.key(mutant), killer)


def run_all(build, record, chosen, options):
    """Try the mutants, some at a time, while there is time."""
    end = time.monotonic() + options.minutes * 60
    quickest = -1
    for slowest in options.stages:
        fresh = [m for m in chosen if Record.key(m) not in record.outcome]
        files = sorted({m.file for m in fresh})
        measure(build, record, files, max(options.stages))
        stage = Stage(build, record, quickest, slowest, slowest == options.stages[-1])
        quickest = slowest
        done = []

        def work(mutant):
            if time.monotonic() > end:
                return
            stage.try_one(mutant, scratch)
            done.append(mutant)
            if len(done) % 100 == 0:
                count = collections.Counter(record.of(m) for m in done)
                print(f'up to {slowest} s: {len(done)} of {len(fresh)}: {dict(count)}',
                      file=sys.stderr, flush=True)

        with tempfile.TemporaryDirectory() as scratch:
            for file in files:
                stage.check_unharmed(file, pathlib.Path(scratch))
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                for _ in pool.map(work, fresh):
                    pass


def report(results, with_files):
    """A row for each layer, and file, and every survivor."""
    table = collections.defaultdict(collections.Counter)
    for mutant, outcome in results:
        layer = layers.layer_of(pathlib.PurePath(mutant.file))
        for row in (*[mutant.file] * with_files, f'= {layer}', '= all'):
            table[row][outcome] += 1
    kinds = (KILLED, NOT_COMPILED, SAME, LISTED, SURVIVED, FRESH)
    print(f'{"":28} {"made":>6}' + ''.join(f' {kind:>15}' for kind in kinds))
    for row, count in sorted(table.items(), key=lambda pair: pair[0].replace('=', '~')):
        print(f'{row:28} {sum(count.values()):6}' + ''.join(f' {count[kind]:15}' for kind in kinds))
    for mutant, outcome in sorted(results, key=lambda r: (r[0].file, r[0].line)):
        if outcome == SURVIVED:
            print(f'survived: {mutant.file}:{mutant.line}: {mutant.change}\n    {mutant.context}')
    return table['= all']


def durations(text):
    return sorted(float(word) for word in text.split(','))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--build', type=pathlib.Path, default=TOP / 'build')
    parser.add_argument('--files', action='append', default=[])
    parser.add_argument('--sample', type=int)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--quick', metavar='COMPILER',
                        help='one like tcc, that is asked first: what it makes only kills')
    parser.add_argument('--stages', type=durations, default=[0.3, 600], metavar='SECONDS,..',
                        help='quick tests first, none that takes longer than the last')
    parser.add_argument('--record', type=pathlib.Path, metavar='FILE')
    parser.add_argument('--survivors', action='store_true',
                        help='only those that survived, as the record has it')
    parser.add_argument('--summary', action='store_true', help='try none, print what the record has')
    parser.add_argument('--minutes', type=float, default=1e9, help='start no mutant after these')
    parser.add_argument('--list', action='store_true', help='print the mutants and stop')
    parser.add_argument('--stale', action='store_true', help='only look for stale entries')
    options = parser.parse_args()

    build = mutant_build.Build(options.build.resolve(), options.quick)
    made = generate(build, options.files or ['src/*', 'include/*'])
    equivalent = read_equivalent()
    names = {m.name for m in made}
    files = {m.file for m in made}
    stale = [e for e in equivalent if e not in names and (e[0] in files or not options.files)]
    for entry in stale:
        print(f'stale in {EQUIVALENT.name}: {" | ".join(entry)}')
    if options.list or options.stale:
        for m in made if options.list else []:
            print(f'{m.file}:{m.line}: {m.change}\n    {m.context}')
        print(f'{len(made)} mutants, {len(equivalent)} listed as equivalent, {len(stale)} stale')
        return 1 if stale or not made else 0

    chosen = [m for m in made if m.name not in equivalent]
    listed = [(m, LISTED) for m in made if m.name in equivalent]
    if options.sample and options.sample < len(chosen):
        chosen = random.Random(options.seed).sample(chosen, options.sample)
    record = Record(options.record)
    if options.survivors:
        chosen = [m for m in chosen if record.of(m) == SURVIVED]
    fresh = sum(record.of(m) == FRESH for m in chosen)
    if not options.summary:
        run_all(build, record, chosen, options)
    count = report([(m, record.of(m)) for m in chosen] + listed, not options.summary)
    print(f'{sum(count.values())} made, {count[KILLED]} killed, {count[NOT_COMPILED]} not compiled,'
          f' {count[SAME] + count[LISTED]} equivalent, {count[SURVIVED]} survived,'
          f' {count[FRESH]} not tried; {fresh - count[FRESH]} tried now that no run had tried before,'
          f' {len(stale)} stale')
    return 1 if count[SURVIVED] or stale or len(listed) + count[FRESH] == len(made) else 0


if __name__ == '__main__':
    sys.exit(main())

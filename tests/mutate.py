#!/usr/bin/env python3
"""Plant small faults into the sources and see whether the unit tests notice.

  tests/mutate.py [--build DIR] [--files GLOB].. [--sample N --seed S] [--jobs N]
                  [--within SECONDS] [--record FILE] [--minutes N]
  tests/mutate.py --list | --stale

Each mutant is one change of one token or statement of one file.  Only that file
is compiled anew and only the executables of tests are linked anew; TESTS says
which tests may kill the mutants of a layer, those of the file's own name run
first, quick before slow, and the first that fails ends the mutant.

A mutant that reads or writes out of bounds without failing a test survives; a
build directory with -Db_sanitize=address,undefined tells these apart.

With --record, outcomes are kept in a file and what is known to be killed there
is not tried again, so a long run can be done in pieces (--minutes), and again
with slower tests (--within) for those that survived.

Prints how many were made, killed, did not compile, and every survivor.  What
tests/mutants-equivalent.txt lists cannot change behaviour and is not run; an
entry there that no longer matches a mutant is stale.  Exit 1 on a survivor or a
stale entry.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

import layers
import mutants

TOP = pathlib.Path(__file__).resolve().parent.parent
EQUIVALENT = TOP / 'tests' / 'mutants-equivalent.txt'

# Which tests (of the unit suite, and for gpu of the gpu suite) are asked about a
# layer.  A layer that is not named is asked all unit tests that can see it.
TESTS = {
    'format': ['format*', 'code_set', 'srgb', 'texel', 'verify*', 'reference*', 'judges', 'case_write'],
    'reference': ['reference*', 'explain', 'judges', 'known', 'witness'],
    'verify': ['verify*'],
}

KILLED, SURVIVED, NOT_COMPILED = 'killed', 'survived', 'did not compile'


def run(command, timeout, **more):
    """Exit status of a command without output; None if it ran too long."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True, **more)
    try:
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.wait()
        return None


class Build:
    """A build directory: how to compile a source, link and run a test."""

    def __init__(self, directory):
        self.directory = directory
        with open(directory / 'compile_commands.json', encoding='utf-8') as file:
            self.compile = {self.relative(c): shlex.split(c['command']) for c in json.load(file)
                            if 'libombre' in c['output']}
        tests = json.loads(subprocess.run(['meson', 'introspect', '--tests', str(directory)],
                                          capture_output=True, check=True).stdout)
        self.tests = [t for t in tests if t['suite'][0].split(':')[-1] in ('unit', 'gpu')]
        # An executable that a script runs is named relative to the build.
        for test in self.tests:
            test['cmd'] = [str((directory / w).resolve()) if (directory / w).is_file() else w
                           for w in test['cmd']]
        self.links = {}
        self.runs = {}
        self.seconds = {}

    @staticmethod
    def relative(command):
        path = pathlib.Path(command['directory'], command['file']).resolve()
        return str(path.relative_to(TOP)) if path.is_relative_to(TOP) else str(path)

    def executables(self, test):
        """Those of the build's executables that the test runs."""
        if test['name'] not in self.runs:
            paths = [pathlib.Path(word).resolve() for word in test['cmd']]
            self.runs[test['name']] = [
                str(path) for path in paths if path.is_relative_to(self.directory)
                and os.access(path, os.X_OK) and path.is_file()]
        return self.runs[test['name']]

    def link(self, executable):
        """The command that links an executable, as a list with None for OUTPUT."""
        if executable not in self.links:
            target = str(pathlib.Path(executable).relative_to(self.directory))
            text = subprocess.run(['ninja', '-C', str(self.directory), '-t', 'commands', target],
                                  capture_output=True, text=True, check=True).stdout
            lines = [line for line in text.splitlines() if f'-o {target} ' in line]
            words = shlex.split(lines[-1])
            words[words.index('-o') + 1] = None
            self.links[executable] = words
        return self.links[executable]

    def environment(self, test):
        """A sanitizer that the build has must fail a test, not just talk."""
        return {**os.environ, 'UBSAN_OPTIONS': 'halt_on_error=1', **test['env']}

    def measure(self, sources, within):
        """Run the tests that are asked about `sources` once, unharmed; keep how
        long each takes, and of those that take longer than `within` none."""
        asked = {t['name'] for source in sources for t in self.asked(source)}
        for test in [t for t in self.tests if t['name'] in asked]:
            start = time.monotonic()
            status = run(test['cmd'], within, env=self.environment(test), cwd=self.directory)
            if status not in (0, 77, None):
                sys.exit(f'test {test["name"]} fails without a mutant (status {status})')
            if status == 0:
                self.seconds[test['name']] = time.monotonic() - start
        self.tests = [t for t in self.tests if t['name'] in self.seconds]

    def asked(self, source):
        """The tests that are asked about `source`, in no order."""
        layer = layers.layer_of(pathlib.PurePath(source))
        suites = ('unit', 'gpu') if layer == 'gpu' else ('unit',)
        patterns = TESTS.get(layer)

        def may_notice(name):
            """Whether what the test tests can see the layer at all."""
            if patterns:
                return any(fnmatch.fnmatch(name, p) for p in patterns)
            tested = layers.layer_of(pathlib.PurePath('src', name + '.c'))
            return tested is None or layer in layers.closure(tested)
        return [t for t in self.tests if t['suite'][0].split(':')[-1] in suites
                and may_notice(t['name'])]

    def tests_for(self, source):
        """Tests that a fault in `source` should fail, the likeliest first."""
        layer = layers.layer_of(pathlib.PurePath(source))
        stem = pathlib.PurePath(source).stem

        def rank(test):
            name = test['name']
            return (name != stem, not name.startswith(stem), not name.startswith(layer or stem),
                    self.seconds[name])
        return sorted(self.asked(source), key=rank)


def try_mutant(build, mutant, folder):
    """Compile, link and test one mutant; return (outcome, test that failed)."""
    source = TOP / mutant.file
    copy = folder / source.name
    copy.write_text(mutant.text, encoding='utf-8')
    thing = folder / 'mutant.o'
    command = [str(copy) if build.relative({'directory': build.directory, 'file': w}) == mutant.file
               else w for w in build.compile[mutant.file]]
    command[command.index('-o') + 1] = str(thing)
    command += ['-w', '-g0', '-O0', f'-I{source.parent}', '-MF', str(folder / 'mutant.d')]
    if run(command, 120, cwd=build.directory) != 0:
        return NOT_COMPILED, None
    linked = {}
    for test in build.tests_for(mutant.file):
        words = list(test['cmd'])
        for executable in build.executables(test):
            if executable not in linked:
                linked[executable] = str(folder / pathlib.Path(executable).name)
                # Ahead of the library, whose own copy is then not pulled in.
                link = [str(linked[executable]) if w is None else w for w in build.link(executable)]
                place = next(i for i, w in enumerate(link) if w.endswith('libombre.a'))
                link.insert(place, str(thing))
                if run(link, 120, cwd=build.directory) != 0:
                    return NOT_COMPILED, None
            words = [linked[executable] if w == executable else w for w in words]
        limit = 4 + 8 * build.seconds[test['name']]
        if run(words, limit, env=build.environment(test), cwd=build.directory) != 0:
            return KILLED, test['name']
    return SURVIVED, None


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
    for source in sorted(build.compile):
        if any(fnmatch.fnmatch(source, p) or fnmatch.fnmatch(pathlib.Path(source).name, p)
               for p in patterns):
            made += mutants.of_file(TOP, source, build.compile[source], build.directory)
    return made


def check_unharmed(build, files):
    """The source as it is must survive, or every kill would be a lie."""
    for file in sorted(files):
        same = mutants.Mutant(file, 0, '', 'none', (TOP / file).read_text(encoding='utf-8'))
        with tempfile.TemporaryDirectory() as folder:
            outcome, killer = try_mutant(build, same, pathlib.Path(folder))
        if outcome != SURVIVED:
            sys.exit(f'{file} without a fault is {outcome}, by {killer}')


class Record:
    """Outcomes kept in a file, so that a run can go on where one stopped.  A
    mutant is known by its whole text: a change of the source makes it new."""

    def __init__(self, path):
        self.path = path
        self.known = {}
        if path and path.exists():
            for line in path.read_text(encoding='utf-8').splitlines():
                key, outcome, killer = json.loads(line)
                self.known[key] = outcome, killer

    @staticmethod
    def key(mutant):
        return hashlib.sha256(f'{mutant.file}\n{mutant.text}'.encode()).hexdigest()[:24]

    def of(self, mutant):
        """What is known to be so whatever tests are added, or None."""
        outcome = self.known.get(self.key(mutant))
        return outcome if outcome and outcome[0] != SURVIVED else None

    def add(self, mutant, result):
        if self.path:
            with open(self.path, 'a', encoding='utf-8') as file:
                file.write(json.dumps([self.key(mutant), *result]) + '\n')


def run_all(build, chosen, options):
    """Try the mutants, some at a time; return [(mutant, outcome, killer)] of
    those that there was time for."""
    record = Record(options.record)
    known = [(m, *record.of(m)) for m in chosen if record.of(m)]
    fresh = [m for m in chosen if not record.of(m)]
    if not fresh:
        return known
    build.measure({m.file for m in fresh}, options.within)
    for test in build.tests:
        for executable in build.executables(test):
            build.link(executable)
    check_unharmed(build, {m.file for m in fresh})
    end = time.monotonic() + options.minutes * 60
    place = threading.local()
    lock = threading.Lock()
    progress = collections.Counter()

    def work(mutant):
        if time.monotonic() > end:
            return None
        if not hasattr(place, 'folder'):
            place.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        result = try_mutant(build, mutant, place.folder)
        with lock:
            record.add(mutant, result)
            progress[result[0]] += 1
            if sum(progress.values()) % 100 == 0:
                print(f'{sum(progress.values())} of {len(fresh)}: {dict(progress)}',
                      file=sys.stderr, flush=True)
        return (mutant, *result)

    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return known + [r for r in pool.map(work, fresh) if r]


def report(results, stale):
    table = collections.defaultdict(collections.Counter)
    for mutant, outcome, _ in results:
        table[mutant.file][outcome] += 1
        table['all'][outcome] += 1
    print(f'{"file":32} {"made":>6} {"killed":>7} {"not compiled":>13} {"survived":>9}')
    for file, count in table.items():
        print(f'{file:32} {sum(count.values()):6} {count[KILLED]:7} {count[NOT_COMPILED]:13}'
              f' {count[SURVIVED]:9}')
    for mutant, outcome, _ in sorted(results, key=lambda r: (r[0].file, r[0].line)):
        if outcome == SURVIVED:
            print(f'survived: {mutant.file}:{mutant.line}: {mutant.change}\n    {mutant.context}')
    for entry in stale:
        print(f'stale in {EQUIVALENT.name}: {" | ".join(entry)}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--build', type=pathlib.Path, default=TOP / 'build')
    parser.add_argument('--files', action='append', default=[])
    parser.add_argument('--sample', type=int)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--within', type=float, default=600, metavar='SECONDS',
                        help='leave out tests that take longer')
    parser.add_argument('--record', type=pathlib.Path, metavar='FILE')
    parser.add_argument('--minutes', type=float, default=1e9, help='start no mutant after these')
    parser.add_argument('--list', action='store_true', help='print the mutants and stop')
    parser.add_argument('--stale', action='store_true', help='only look for stale entries')
    options = parser.parse_args()

    build = Build(options.build.resolve())
    made = generate(build, options.files or ['src/*'])
    equivalent = read_equivalent()
    names = {m.name for m in made}
    files = {m.file for m in made}
    stale = [e for e in equivalent if e not in names and (e[0] in files or not options.files)]
    if options.list or options.stale:
        if options.list:
            for m in made:
                print(f'{m.file}:{m.line}: {m.change}\n    {m.context}')
        report([], stale)
        print(f'{len(made)} mutants, {len(equivalent)} listed as equivalent, {len(stale)} stale')
        return 1 if stale or not made else 0

    chosen = [m for m in made if m.name not in equivalent]
    if options.sample and options.sample < len(chosen):
        chosen = random.Random(options.seed).sample(chosen, options.sample)
    results = run_all(build, chosen, options)
    report(results, stale)
    survived = sum(outcome == SURVIVED for _, outcome, _ in results)
    print(f'{len(results)} mutants tried of {len(made)}, {len(equivalent)} listed as equivalent,'
          f' {survived} survived, {len(stale)} stale')
    return 1 if survived or stale or not results else 0


if __name__ == '__main__':
    sys.exit(main())

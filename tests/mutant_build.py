"""Compile one source or header of the library anew and run the tests on it: for tests/mutate.py.

All of the library is made once into a shared object whose symbols can be taken
over, and each executable of a test is linked once, to LIBRARY and, ahead of it,
to PART, which is empty.  A mutant is one source as another PART, in a folder of
its own that LD_LIBRARY_PATH names: no executable is linked for it.

An executable that wraps the library's calls (--wrap) cannot be had so; it is
linked statically for each mutant.
"""
import collections
import fnmatch
import hashlib
import json
import math
import os
import pathlib
import re
import resource
import shlex
import subprocess
import threading

import layers

TOP = pathlib.Path(__file__).resolve().parent.parent

# Which tests (of the unit suite, and for gpu of the gpu suite) are asked about a
# layer.  A layer that is not named is asked all unit tests that can see it.
TESTS = {
    'format': ['format*', 'code_set', 'shared*', 'srgb', 'texel', 'verify*', 'reference*', 'judges',
               'case_write'],
    'state': ['state*', 'validate*', 'translate*', 'agree', 'd3d', 'reference*', 'explain*', 'suite',
              'case*', 'known', 'schemas', 'cli'],
    'validate': ['validate*', 'case*', 'agree', 'suite', 'known', 'schemas', 'cli'],
    'translate': ['translate*', 'agree', 'suite', 'known', 'schemas', 'cli'],
    'reference': ['reference*', 'equations*', 'shared*', 'tile', 'explain*', 'judges', 'known',
                  'witness'],
    'lane': ['lane*', 'vk_lane*', 'cli', 'schemas'],
    'verify': ['verify*', 'shared*', 'judges', 'agree'],
}

PART, LIBRARY = 'libmutant.so', 'libombre-mutable.so'

# What a quick compiler that knows C99 leaves out.
TOO_NEW = '''#define _Static_assert(...)
#define static_assert(...)
'''

# Of what a mutant may use up: it may loop, allocating.
MEMORY, FILE_SIZE = 8 << 30, 1 << 30


def run(command, seconds=None, memory=None, **more):
    """Exit status of a command without output, None if it used up its time, and
    the processor's seconds it took.  Another's load must not end it, so those
    are what is limited; what sleeps instead is given much longer."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True, **more)
    wait = threading.Timer(60 + 20 * (seconds or 60), os.killpg, (process.pid, 9))
    wait.start()
    try:
        if seconds:
            limit = math.ceil(seconds)
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit))
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
            if memory:
                resource.prlimit(process.pid, resource.RLIMIT_AS, (memory, memory))
    except ProcessLookupError:
        pass  # done already
    _, status, usage = os.wait4(process.pid, 0)
    wait.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    spent = usage.ru_utime + usage.ru_stime
    return None if process.returncode == -9 else process.returncode, spent


class Build:
    """A build directory: how to compile a source and run a test with it."""

    def __init__(self, directory, quick=None):
        self.directory = directory
        self.quick = quick  # the name of a quick compiler, or None
        self.quick_tests = collections.defaultdict(set)  # whom it may ask, of each file
        self.own = directory / 'mutable'
        self.own.mkdir(exist_ok=True)
        (self.own / 'too-new.h').write_text(TOO_NEW, encoding='utf-8')
        subprocess.run(['ninja', '-C', str(directory)], stdout=subprocess.DEVNULL, check=True)
        with open(directory / 'compile_commands.json', encoding='utf-8') as file:
            commands = json.load(file)
        self.compile = {self.relative(c): shlex.split(c['command']) for c in commands
                        if 'libombre' in c['output']}
        self.headers = self.read_headers({c['output']: self.relative(c) for c in commands
                                          if 'libombre' in c['output']})
        self.sanitized = '-fsanitize' in commands[0]['command']
        tests = json.loads(subprocess.run(['meson', 'introspect', '--tests', str(directory)],
                                          capture_output=True, check=True).stdout)
        self.tests = [t for t in tests if t['suite'][0].split(':')[-1] in ('unit', 'gpu')]
        # An executable that a script runs is named relative to the build.
        for test in self.tests:
            test['cmd'] = [str((directory / w).resolve()) if (directory / w).is_file() else w
                           for w in test['cmd']]
        self.lock = threading.RLock()
        self.links = {}
        self.linked = {}
        self.runs = {}
        self.keys = {}
        self.seconds = {}
        self.make_library()

    @staticmethod
    def relative(command):
        path = pathlib.Path(command['directory'], command['file']).resolve()
        return str(path.relative_to(TOP)) if path.is_relative_to(TOP) else str(path)

    def read_headers(self, sources):
        """{header: [sources]} of what ninja knows: the sources that include it, of
        the header's own layer, or of any that has TESTS of its own if that has."""
        text = subprocess.run(['ninja', '-C', str(self.directory), '-t', 'deps'],
                              capture_output=True, text=True, check=True).stdout
        headers = collections.defaultdict(list)
        for paragraph in text.split('\n\n'):
            lines = paragraph.splitlines()
            source = sources.get(lines[0].split(':')[0]) if lines else None
            for line in lines[1:] if source else []:
                name = self.relative({'directory': self.directory, 'file': line.strip()})
                if name.endswith('.h') and not name.startswith('/'):
                    layer, user = (layers.layer_of(pathlib.PurePath(n)) for n in (name, source))
                    if layer and (user == layer or layer in TESTS and user in TESTS):
                        headers[name].append(source)
        return {name: sorted(users) for name, users in headers.items()}

    # --- Compile ------------------------------------------------------------

    def sources(self, file, copy):
        """What to compile to have `copy` in place of `file`, and the flags: a
        header's guard keeps it from being included where a copy came first."""
        if file in self.headers:
            return [str(TOP / s) for s in self.headers[file]], ['-include', str(copy)]
        return [str(copy)], [f'-I{(TOP / file).parent}']

    def compiler(self, file):
        """The build's command that compiles a source, or one that includes a header."""
        return list(self.compile[self.headers[file][0] if file in self.headers else file])

    def command(self, file, copy, result, flags):
        """What compiles all that `copy` changes into `result`."""
        words = [w for w in self.compiler(file) if w != 'ccache' and not w.endswith('.c')]
        words.remove('-c')
        words[words.index('-o') + 1] = str(result)
        words[words.index('-MF') + 1] = str(result) + '.d'
        sources, more = self.sources(file, copy)
        return [*words, '-w', '-g0', *more, *flags, *sources]

    def part(self, file, copy, folder):
        """Make PART of a copy of a source or header; whether it could be made."""
        # What a source asks about the processor is in libgcc, hidden: PART has its own.
        return run([*self.command(file, copy, folder / PART, [
            '-O0', '-fvisibility=default', '-shared', '-nostdlib']), '-lgcc'],
            cwd=self.directory)[0] == 0

    def quick_part(self, file, copy, folder):
        """The same with the quick compiler, that need not know every source."""
        if not self.quick:
            return False
        flags = [w for w in self.compiler(file) if w.startswith(('-I', '-D'))]
        sources, more = self.sources(file, copy)
        return run([self.quick, '-w', '-fPIC', '-shared', *flags, '-include',
                    str(self.own / 'too-new.h'), *more, *sources, '-o', str(folder / PART)],
                   cwd=self.directory)[0] == 0

    def code(self, file, copy, folder):
        """What the compiler makes with a copy, as the build has it, or None."""
        words = self.command(file, copy, folder / 'code.s', ['-S'])
        sources, _ = self.sources(file, copy)
        codes = []
        for source in sources:
            if run([w for w in words if w == source or w not in sources], cwd=self.directory)[0] != 0:
                return None
            codes.append(re.sub(r'^\t\.file.*\n', '', (folder / 'code.s').read_text(encoding='utf-8'),
                                flags=re.MULTILINE))
        return codes

    # --- Link ---------------------------------------------------------------

    def make_library(self):
        """LIBRARY and an empty PART, if the build is newer than they are."""
        library = self.own / LIBRARY
        archives = [self.directory / 'src' / f'lib{name}.a' for name in ('ombre', 'ombre-tiles')]
        if library.exists() and all(library.stat().st_mtime > a.stat().st_mtime for a in archives):
            return
        objects = []
        for file, words in self.compile.items():
            objects.append(str(self.own / (pathlib.Path(file).stem + '.o')))
            words = [*words, '-g0', '-fvisibility=default']
            words[words.index('-o') + 1] = objects[-1]
            words[words.index('-MF') + 1] = objects[-1] + '.d'
            subprocess.run(words, cwd=self.directory, check=True)
        compiler = [w for w in next(iter(self.compile.values()))[:3] if not w.startswith('-')][:2]
        compiler = [w for w in compiler if w != 'ccache'][:1]
        sanitize = [w for w in words if w.startswith('-fsanitize')]
        subprocess.run([*compiler, '-shared', *sanitize, *objects, str(self.directory / 'src/libvolk.a'),
                        '-o', str(library)], check=True)
        subprocess.run([*compiler, '-shared', '-nostdlib', f'-Wl,-soname,{PART}', '-xc', os.devnull,
                        '-o', str(self.own / PART)], check=True)

    def link(self, executable):
        """The command of the build that links an executable."""
        with self.lock:
            if executable not in self.links:
                target = str(pathlib.Path(executable).relative_to(self.directory))
                text = subprocess.run(['ninja', '-C', str(self.directory), '-t', 'commands', target],
                                      capture_output=True, text=True, check=True).stdout
                lines = [line for line in text.splitlines() if f'-o {target} ' in line]
                self.links[executable] = shlex.split(lines[-1])
            return self.links[executable]

    def wraps(self, executable):
        return any('--wrap' in word for word in self.link(executable))

    def shared(self, executable):
        """The executable, linked to PART and LIBRARY: once, so that a run asks
        the same tests from its beginning to its end."""
        with self.lock:
            if executable not in self.linked:
                self.linked[executable] = self.link_shared(executable)
            return self.linked[executable]

    def link_shared(self, executable):
        mine = self.own / pathlib.Path(executable).name
        library = self.own / LIBRARY
        if mine.exists() and mine.stat().st_mtime > max(
                library.stat().st_mtime, pathlib.Path(executable).stat().st_mtime):
            return str(mine)
        words = ['-Wl,--no-as-needed' if w.endswith('src/libombre.a') else w
                 for w in self.link(executable)]
        words[words.index('-o') + 1] = str(mine)
        at = words.index('-Wl,--no-as-needed')
        words[at + 1:at + 1] = [str(self.own / PART), str(library)]
        # LD_LIBRARY_PATH goes before a path of the new tags.
        subprocess.run([*words, '-Wl,--enable-new-dtags', f'-Wl,-rpath,{self.own}'],
                       cwd=self.directory, check=True)
        return str(mine)

    def static(self, executable, file, copy, folder):
        """The executable, linked with what a copy changes, or None."""
        thing = folder / 'mutant.o'
        if run(self.command(file, copy, thing, ['-O0', '-r', '-nostdlib']),
               cwd=self.directory)[0] != 0:
            return None
        words = list(self.link(executable))
        result = str(folder / pathlib.Path(executable).name)
        words[words.index('-o') + 1] = result
        # Ahead of the library, whose own copy is then not pulled in.
        words.insert(next(i for i, w in enumerate(words) if w.endswith('libombre.a')), str(thing))
        return result if run(words, cwd=self.directory)[0] == 0 else None

    # --- Test ---------------------------------------------------------------

    def executables(self, test):
        """Those of the build's executables that the test runs."""
        with self.lock:
            if test['name'] not in self.runs:
                paths = [pathlib.Path(word).resolve() for word in test['cmd']]
                self.runs[test['name']] = [
                    str(path) for path in paths if path.is_relative_to(self.directory)
                    and os.access(path, os.X_OK) and path.is_file()
                    and path.suffix not in ('.py', '.so')]
            return self.runs[test['name']]

    def key(self, test):
        """Stands for what the test does: changes with its code."""
        with self.lock:
            if test['name'] not in self.keys:
                parts = hashlib.sha256(json.dumps(test['cmd']).encode())
                for executable in self.executables(test):
                    if self.wraps(executable):
                        parts.update(pathlib.Path(executable).read_bytes())
                    else:
                        parts.update(pathlib.Path(self.shared(executable)).read_bytes())
                for word in test['cmd']:
                    if word.endswith('.py'):
                        for path in sorted(pathlib.Path(word).parent.glob('*.py')):
                            parts.update(path.read_bytes())
                        for path in sorted(pathlib.Path(word).parent.glob('*/*.json')):
                            parts.update(path.read_bytes())
                self.keys[test['name']] = f'{test["name"]} {parts.hexdigest()[:12]}'
            return self.keys[test['name']]

    def run_test(self, test, folder, seconds, mutant=None):
        """Status and seconds of a test with the PART of a folder; `mutant` is
        the (file, copy) that PART was made of."""
        words = list(test['cmd'])
        for executable in self.executables(test):
            if self.wraps(executable):
                mine = self.static(executable, *mutant, folder) if mutant else executable
            else:
                mine = self.shared(executable)
            words = [mine if w == executable else w for w in words]
        environment = {**os.environ, **test['env']}
        environment['LD_LIBRARY_PATH'] = ':'.join(
            [str(folder)] + [p for p in [environment.get('LD_LIBRARY_PATH')] if p])
        # A sanitizer that the build has must fail a test, not just talk; that
        # PART has what LIBRARY has is no fault.
        environment['UBSAN_OPTIONS'] = 'halt_on_error=1'
        environment['ASAN_OPTIONS'] = ':'.join(
            [w for w in [environment.get('ASAN_OPTIONS')] if w] + ['detect_odr_violation=0'])
        return run(words, seconds, None if self.sanitized else MEMORY, env=environment,
                   cwd=self.directory)

    def measure(self, test, within):
        """Run a test once, unharmed; how long it takes, or infinity."""
        status, seconds = self.run_test(test, self.own, within)
        if status not in (0, 77, None):
            raise RuntimeError(f'test {test["name"]} fails without a mutant (status {status})')
        return seconds if status == 0 else math.inf

    def asked(self, file):
        """The tests that are asked about `file`, in no order."""
        layer = layers.layer_of(pathlib.PurePath(file))
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

    @staticmethod
    def likeness(file, test):
        """How far a test is the file's own, by its name."""
        stem = pathlib.PurePath(file).stem
        layer = layers.layer_of(pathlib.PurePath(file))
        name = test['name']
        return 8 if name == stem else 4 if name.startswith(stem) else name.startswith(layer) + 0.1

    def tests_for(self, file, quickest, slowest):
        """Tests that are asked about `file` and that take longer than `quickest`
        and no longer than `slowest`.  That of its own name is the quickest."""
        stem = pathlib.PurePath(file).stem

        def duration(test):
            seconds = self.seconds[test['name']]
            return 0 if test['name'] == stem and seconds < math.inf else seconds
        return [t for t in self.asked(file) if quickest < duration(t) <= slowest]

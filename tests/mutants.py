"""Make the mutants of a C source: for tests/mutate.py.

Works on tokens, not on a syntax tree, and leans on clang-format's layout: a
binary operator has blanks on both sides, a unary one has not.
"""
import dataclasses
import functools
import re
import subprocess

# A longer enum (VkFormat) gives each enumerator this many others.
SIBLINGS = 20

TOKEN = re.compile(r'''
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<number>(?:0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)[uUlLfF]*(?:p[+-]?\d+)?)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<blank>\s+)
  | (?P<operator><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|.)
''', re.VERBOSE | re.DOTALL)

BINARY = {
    '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'],
    '==': ['!='], '!=': ['=='], '&&': ['||'], '||': ['&&'],
    '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['/'],
    '&': ['|'], '|': ['&'], '^': ['|'], '<<': ['>>'], '>>': ['<<'],
    '+=': ['-='], '-=': ['+='], '*=': ['/='], '/=': ['*='], '|=': ['&='], '&=': ['|='],
    '^=': ['|='], '<<=': ['>>='], '>>=': ['<<='],
}

# What parts the columns of tests/mutants-equivalent.txt.
BAR = re.compile(r'(?<= )\|(?= |$)')

KEYWORDS = set('''auto break case char const continue default do double else enum extern float for
goto if inline int long register return short signed sizeof static struct switch typedef union
unsigned void volatile while _Bool bool _Static_assert'''.split())
STATEMENTS = set('break case continue default do else for goto if return switch while'.split())


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    context: str  # the line, stripped
    change: str
    text: str  # of the whole file, changed

    @property
    def name(self):
        """What tests/mutants-equivalent.txt knows it by."""
        return self.file, self.context, self.change


def tokens_of(text):
    """Tokens but for comments, strings, blanks and directives other than #define."""
    skipped = set()
    for match in re.finditer(r'^[ \t]*#[ \t]*(?!define)(?:[^\n\\]|\\.|\\\n)*', text, re.MULTILINE):
        skipped.update(range(*match.span()))
    # "#define NAME(a, b)" and a bare "\" are no code.
    for match in re.finditer(r'^[ \t]*#[ \t]*define[ \t]+\w+(?:\([^)]*\))?', text, re.MULTILINE):
        skipped.update(range(*match.span()))
    return [Token(m.lastgroup, m.group(), *m.span()) for m in TOKEN.finditer(text)
            if m.lastgroup not in ('comment', 'string', 'blank') and m.start() not in skipped
            and m.group() != '\\']


@functools.lru_cache(maxsize=None)
def enums_of(command, directory):
    """{enumerator: [enumerators of its enum]} of everything a source sees."""
    words = list(command)
    at = words.index('-o')
    del words[at:at + 2]
    words = [w for w in words if w not in ('-MD', '-MQ') and not w.endswith(('.o', '.o.d', '-MF'))]
    words = ['-E' if w == '-c' else w for w in words]
    text = subprocess.run(words, cwd=directory, capture_output=True, text=True, check=True).stdout
    text = re.sub(r'^#.*$', '', text, flags=re.MULTILINE)
    siblings = {}
    for body in re.findall(r'\benum\b\s*\w*\s*\{([^}]*)\}', text):
        names = re.findall(r'(?:^|,)\s*([A-Za-z_]\w*)', body)
        names = [n for n in names if not n.endswith(('_MAX_ENUM', '_FORCE_UINT'))]
        for name in names:
            siblings[name] = names
    return siblings


def number_changes(text):
    """What a constant is changed to."""
    if re.fullmatch(r'0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*', text):
        value = int(re.sub(r'[uUlL]', '', text), 0)
        return [f'({text} + 1)'] + ([f'({text} - 1)'] if value else [])
    if re.search(r'[.eEpP]', text):
        value = float.fromhex(text.rstrip('fFlL')) if 'x' in text.lower() else float(text.rstrip('fFlL'))
        return [f'({text} + 1)'] + ([f'({text} * 2)'] if value else [])
    return []


def word_changes(word, siblings):
    if word in ('true', 'false'):
        return ['false' if word == 'true' else 'true']
    family = siblings.get(word)
    if not family:
        return []
    if len(family) == 1:
        return [f'({word} + 1)', f'({word} - 1)']
    others = [name for name in family if name != word]
    if len(others) > SIBLINGS:
        at = family.index(word)
        others = [family[(at + step) % len(family)] for step in (-1, 1, 7)]
    return others


def spaced(text, token):
    return text[token.start - 1:token.start].isspace() and text[token.end:token.end + 1].isspace()


def matching(tokens, at):
    """Index of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        if tokens[i].text in '([{':
            depth += 1
        elif tokens[i].text in ')]}':
            depth -= 1
            if depth == 0:
                return i
    return None


def is_size(tokens, i):
    """Whether token i belongs to an array's size in a declaration."""
    at = opening(tokens, i)
    while at and tokens[at - 1].text == ']':
        at = opening(tokens, at - 1)
    if not at or at < 2:
        return False
    name = at - 1
    if tokens[name].text == ')':  # type (*name)[size]
        name = next(k for k in range(at, -1, -1) if matching(tokens, k) == at - 1)
        if tokens[name + 1].text != '*':
            return False
    elif tokens[name].kind != 'word':
        return False
    before = tokens[name - 1]
    if before.text == '}':
        return tokens[name].start - before.end == 1  # struct {..} name[size]
    if before.text in ('*', ','):
        return in_declaration(tokens, name)
    return before.kind == 'word' and before.text not in STATEMENTS


def in_declaration(tokens, at):
    """Whether the statement that token `at` belongs to starts with a type, and
    has no initializer so far."""
    while at and tokens[at - 1].text not in (';', '{', '}', '='):
        at -= 1
    first = tokens[at].text
    return tokens[at - 1].text != '=' and first not in STATEMENTS and (
        first in KEYWORDS or first.endswith('_t') or tokens[at + 1].kind == 'word')


def opening(tokens, at):
    """Index of the [ that token `at` stands behind and no ] closes, or None."""
    depth = 0
    for i in range(at - 1, -1, -1):
        if tokens[i].text in (';', '{', '}'):
            break
        depth += (tokens[i].text == ']') - (tokens[i].text == '[')
        if depth < 0:
            return i
    return None


# The smaller or the larger of two: which of equal ones it is does not matter.
# Looks ahead, so that "x < a ? a : x > b ? b : x" is two.
EXTREME = re.compile(r'(?<![\w.>\[\]-])(?=(([\w.>\[\]-]+) [<>]=? ([\w.>\[\]-]+)\s+\? '
                     r'(?:\2\s+: \3|\3\s+: \2)(?![\w.\[-])))')


@functools.lru_cache(maxsize=1)
def extremes(text):
    return [m.span(1) for m in EXTREME.finditer(text)]


def is_extreme(text, token):
    return any(start <= token.start < end for start, end in extremes(text))


def enumerators(tokens):
    """Indexes of the names that enums define, which no other name may take."""
    found = set()
    for i, token in enumerate(tokens):
        if token.text == 'enum':
            start = i + 1 + (tokens[i + 1].kind == 'word')
            if start < len(tokens) and tokens[start].text == '{':
                found.update(k for k in range(start + 1, matching(tokens, start))
                             if tokens[k - 1].text in '{,' and tokens[k].kind == 'word')
    return found


def is_unevaluated(tokens, i):
    """Whether token i is the index of "sizeof array[0]"."""
    return i > 2 and tokens[i - 1].text == '[' and tokens[i - 3].text == 'sizeof'


def token_edits(text, tokens, siblings):
    """Yield (start, end, replacement, change) of single tokens."""
    defined = enumerators(tokens)
    for i, token in enumerate(tokens):
        before = tokens[i - 1].text if i else ''
        if is_unevaluated(tokens, i) or i in defined:
            continue
        changes = []
        if token.kind == 'number':
            changes = number_changes(token.text)
        elif token.kind == 'word' and before != 'case':
            changes = word_changes(token.text, siblings)
        elif token.kind == 'operator' and token.text in BINARY and spaced(text, token):
            changes = BINARY[token.text]
            if token.text in ('<', '<=', '>', '>=') and is_extreme(text, token):
                changes = changes[1:]
        elif token.text in ('++', '--'):
            changes = ['--' if token.text == '++' else '++']
        elif token.text == '!':
            changes = ['']
        elif token.text == '~':
            changes = ['']
        elif token.text == '-' and not spaced(text, token):
            changes = ['+']
        for change in [] if changes and is_size(tokens, i) else changes:
            yield token.start, token.end, change, f'{token.text} -> {change or "nothing"}'


def condition_edits(text, tokens):
    """Yield edits that negate the condition of an if, a loop or a ?:."""
    for i, token in enumerate(tokens):
        if token.text in ('if', 'while') and tokens[i + 1].text == '(':
            start, end = tokens[i + 1].end, tokens[matching(tokens, i + 1)].start
            yield start, end, f'!({text[start:end]})', f'negate {token.text}'
        if token.text == '?':
            depth, at = 0, i
            while at:
                word = tokens[at - 1].text
                depth += (word in (')', ']')) - (word in ('(', '['))
                if depth < 0 or depth == 0 and word in ('=', ',', 'return', ';', '{', '}', '?', ':'):
                    break
                at -= 1
            start, end = tokens[at].start, tokens[i - 1].end
            yield start, end, f'!({text[start:end]})', 'negate ?:'


def statement_edits(text, tokens):
    """Yield edits that leave out a statement: return, jump, call or assignment."""
    for i, token in enumerate(tokens[:-1]):
        before = tokens[i - 1].text if i else '}'
        starts = before in (';', '{', '}', 'else', ':') or before == ')' and is_head(tokens, i - 1)
        if not starts or token.text in ('}', '{'):
            continue
        following = tokens[i + 1].text
        jump = token.text in ('return', 'break', 'continue', 'goto')
        plain = token.kind == 'word' and token.text not in KEYWORDS and (
            following in ('(', '.', '->', '[', '=', '++', '--') or following.endswith('='))
        if not (jump or plain or token.text in ('*', '++', '--', '(')):
            continue
        end = next((k for k in range(i, len(tokens)) if tokens[k].text in (';', '{', '}')), None)
        if end is None or tokens[end].text != ';' or depth_at(tokens, i):
            continue
        last = tokens[end + 1:] and tokens[end + 1].text == '}' and text[tokens[end + 1].start - 1] == '\n'
        if token.text == 'return' and last or token.text == 'break' and ends_switch(tokens, end):
            continue
        yield token.start, tokens[end].start, '', f'leave out {token.text}'


def is_head(tokens, at):
    """Whether the ) at `at` closes the head of an if, for or while."""
    depth = 0
    for i in range(at, -1, -1):
        depth += (tokens[i].text == ')') - (tokens[i].text == '(')
        if depth == 0:
            return i > 0 and tokens[i - 1].text in ('if', 'for', 'while', 'switch')
    return False


def ends_switch(tokens, at):
    """Whether the ; at `at` is the last of a switch."""
    if tokens[at + 1].text != '}':
        return False
    depth = 0
    for i in range(at, 0, -1):
        depth += (tokens[i].text == '}') - (tokens[i].text == '{')
        if depth < 0:
            heads = [k for k in range(i) if tokens[k].text == 'switch']
            return bool(heads) and matching(tokens, heads[-1] + 1) == i - 1
    return False


def depth_at(tokens, at):
    """Round brackets open around a token within its statement."""
    depth = 0
    for i in range(at - 1, -1, -1):
        if tokens[i].text in ('{', '}'):
            break
        depth += (tokens[i].text == '(') - (tokens[i].text == ')')
    return depth > 0


def of_text(file, text, siblings):
    tokens = tokens_of(text)
    edits = [*token_edits(text, tokens, siblings), *condition_edits(text, tokens),
             *statement_edits(text, tokens)]
    lines = text.splitlines()
    seen = {}
    for start, end, replacement, change in sorted(edits):
        line = text.count('\n', 0, start) + 1
        context = BAR.sub('\N{BROKEN BAR}', lines[line - 1].strip())
        change = BAR.sub('\N{BROKEN BAR}', change)
        # The second "< -> <=" of lines that read alike is "< -> <= #2".
        key = (context, change)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 1:
            change = f'{change} #{seen[key]}'
        yield Mutant(file, line, context, change, text[:start] + replacement + text[end:])


def of_file(top, file, command, directory):
    text = (top / file).read_text(encoding='utf-8')
    return list(of_text(file, text, enums_of(tuple(command), str(directory))))

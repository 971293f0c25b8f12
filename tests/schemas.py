#!/usr/bin/env python3
"""Hold JSON documents against tools/schemas.

  tests/schemas.py OMBRE                  case files, and what commands say of them
  tests/schemas.py OMBRE FAULTY_DRIVER    what commands say that need a device

Then plant faults into documents that are right: every field is dropped once,
every object is given one more, every value is of another type.  The schema of
cases must refuse no case that the command takes, and faults that it refuses
the command must refuse.
"""
import collections
import copy
import json
import pathlib
import re
import sys
import tempfile

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print('SKIPPED: no schema is checked; install the package python3-jsonschema', file=sys.stderr)
    sys.exit(77)

from cli import CASES, GOOD, check, faulty, finish, ombre, parsed
from schema_cases import AGREE, CONSTANTS, RARE, SHAPES

TOP = pathlib.Path(__file__).resolve().parent.parent
SUFFIX = '.v1.schema.json'
SCHEMAS = {path.name[:-len(SUFFIX)]: json.loads(path.read_text(encoding='utf-8'))
           for path in sorted((TOP / 'tools/schemas').glob('*' + SUFFIX))}
NAMES = ['audit', 'bringup', 'case', 'devices', 'devices-claims', 'doctor', 'draw', 'explain', 'list', 'list-classes', 'list-families', 'minimize', 'predict', 'repro', 'run', 'translate', 'validate', 'validate-rules']
# What run folders are for; report_schemas.py has their documents.
ELSEWHERE = ['baseline', 'compare', 'merge', 'report', 'report-matrix', 'result', 'run-folder']
NEED_DEVICE = {'bringup', 'devices', 'devices-claims', 'doctor', 'draw', 'minimize', 'run'}
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}

# --- Documents ---------------------------------------------------------------

documents = collections.defaultdict(list)
named = {}


def complaint(kind, document):
    """Why a document does not match its schema, or None."""
    error = next(VALIDATORS[kind].iter_errors(document), None)
    return error and f'{list(error.absolute_path)}: {error.message[:300]}'


def hold(kind, name, document):
    wrong = complaint(kind, document)
    check(f'{kind} {name}', wrong is None, wrong)
    documents[kind].append(document)
    named.setdefault((kind, name), document)


def hold_output(kind, name, codes, *words, case=None, env=None):
    """Run a command, whose exit code is one of `codes`, and hold what it prints."""
    run = ombre(*words, '--json', case=case, env=env)
    check(f'{kind} {name}', run.returncode in codes, f'exit {run.returncode}, want {codes}:', run.stderr.strip())
    if run.stdout:
        hold(kind, name, parsed(f'{kind} {name}', run))
    return run


def file_cases():
    """Yield (name, case) of every case in a file of the tests."""
    for path in sorted(CASES.glob('*.json')) + sorted((TOP / 'tests/seeds').glob('*.json')):
        yield path.stem, json.loads(path.read_text(encoding='utf-8'))
    for path in sorted((TOP / 'tests/known').glob('*.json')):
        for row in json.loads(path.read_text(encoding='utf-8'))['rows']:
            yield row['id'], row['case']


def test_schemas():
    check('schemas', sorted(SCHEMAS) == sorted(NAMES + ELSEWHERE), sorted(SCHEMAS))
    shapes = {}
    for name, schema in SCHEMAS.items():
        Draft202012Validator.check_schema(schema)
        check(name, schema['$schema'] == 'https://json-schema.org/draft/2020-12/schema')
        used = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)))
        check(name, used == set(schema.get('$defs', {})), 'unused or missing:', used ^ set(schema.get('$defs', {})))
        # Files stand alone, so that what they share is written in each.
        for part, shape in schema.get('$defs', {}).items():
            check(f'{name} {part}', shapes.setdefault(part, shape) == shape, 'differs from its namesake')


def test_cases():
    for name, case in [*file_cases(), *SHAPES.items(), *RARE.items()]:
        hold('case', name, case)
    ids = ombre('list').stdout.split()
    for case in ids[::len(ids) // 40]:
        hold('case', case, parsed(case, ombre('show', '--json', case)))
    check('cases', len(documents['case']) >= 380, len(documents['case']))


def test_answers():
    """What commands say of a spread of cases."""
    spread = {**SHAPES, **dict(list(file_cases())[::9]), **{name: case for name, case in file_cases() if 'Steps' in case}}
    for name, case in spread.items():
        valid = hold_output('validate', name, (0, 1), 'validate', '-', case=case).returncode == 0
        pixels = bool(case.get('pixels'))
        for features in ('all', 'none'):
            hold_output('translate', name, (0, 77) if valid else (2,), 'translate', '--features', features, '-', case=case)
        hold_output('translate', name, (0, 2, 77), 'translate', '--lenient', '-', case=case)
        for judge in ('d3d', 'vulkan', 'exact'):
            hold_output('predict', name, (0,) if valid and pixels else (2,), 'predict', '--judge', judge, '-', case=case)
        for target, form in enumerate(case['RTVFormats'][:4] if valid and pixels else []):
            hold_output('explain', name, (2,) if form in ('UNKNOWN', 'DXGI_FORMAT_UNKNOWN', 0) else (0,),
                        'explain', '--rt', str(target), '-', case=case)
    hold_output('validate-rules', 'all', (0,), 'validate', '--rules')
    for form in ('c', 'json'):
        hold_output('repro', form, (0,), 'repro', '--as', form, '-', case=GOOD)
    hold_output('list', 'smoke', (0,), 'list')
    hold_output('list', 'count', (0,), 'list', '--count')
    hold_output('list-families', 'smoke', (0,), 'list', '--families')
    hold_output('audit', 'few', (1,), 'audit', 'om.logic_mask.*', 'om.coverage.mask.4x.1', 'om.color.r8g8b8a8_unorm.m*')
    for form in ('R8G8B8A8_UNORM', 'R11G11B10_FLOAT', 'A8_UNORM'):
        hold_output('list-classes', form, (0,), 'list', '--classes', form)
    for kind, least in (('validate', 40), ('translate', 70), ('predict', 100), ('explain', 40)):
        check(kind, len(documents[kind]) >= least, len(documents[kind]))


def test_drawings():
    hold_output('devices', 'all', (0,), 'devices')
    hold_output('devices-claims', 'all', (0,), 'devices', '--claims')
    hold_output('devices-claims', 'less', (0,), 'devices', '--claims', '--without', 'independentBlend,logicOp,formatBlend')
    hold_output('doctor', 'all', (0, 1), 'doctor')
    hold_output('bringup', 'all', (0,), 'bringup')
    for path in sorted(CASES.glob('*.json')):
        hold_output('draw', path.name, (0, 1, 77), 'draw', str(path))
    for name, case in SHAPES.items():
        valid = ombre('validate', '-', case=case).returncode == 0
        hold_output('draw', name, (0, 1, 77) if valid and case['pixels'] else (2,), 'draw', '-', case=case)
    hold_output('draw', 'without', (0,), 'draw', '--without', 'independentBlend', '-', case=GOOD)
    hold_output('draw', 'emulated', (0,), 'draw', '--without', 'formatBlend', '-', case=GOOD)
    hold_output('draw', 'compared', (0,), 'draw', '--compare-emulated', '-', case=GOOD)
    hold_output('draw', 'lanes', (0,), 'draw', '--lane', 'all', '-', case=GOOD)
    hold_output('draw', 'one lane lacking', (0, 77), 'draw', '--lane', 'static,shader-object', '-', case=GOOD)
    hold_output('draw', 'a lane lacking', (77,), 'draw', '--lane', 'library', '--without', 'graphicsPipelineLibrary', '-', case=GOOD)
    hold_output('draw', 'exact', (0, 1, 77), 'draw', '--judge=exact', '--validation=off', '-', case=GOOD)
    # A driver that crashes, and one that leaves out a command.
    with tempfile.TemporaryDirectory() as folder:
        words = ['draw', '--validation', 'off', '-']
        hold_output('draw', 'crash', (1,), *words, case=GOOD, env=faulty(folder, 'crash', 0))
        hold_output('bringup', 'crash', (1,), 'bringup', env=faulty(folder, 'crash', 0))
        for drop, code in (('vkCmdDraw', 3), ('vkCmdCopyBufferToImage', 3)):
            hold_output('draw', drop, (code,), *words, case=GOOD, env={**faulty(folder, '', 0), 'FAULTY_DRIVER_DROP': drop})
        hold_output('draw', 'constants', (1,), *words, case=CONSTANTS, env={**faulty(folder, '', 0), 'FAULTY_DRIVER_DROP': 'vkCmdSetBlendConstants'})
        hold_output('minimize', 'constants', (0,), 'minimize', *words[1:], case=CONSTANTS, env={**faulty(folder, '', 0), 'FAULTY_DRIVER_DROP': 'vkCmdSetBlendConstants'})
        hold_output('minimize', 'a limit', (0,), 'minimize', '--limit', '3', *words[1:], case=CONSTANTS, env={**faulty(folder, '', 0), 'FAULTY_DRIVER_DROP': 'vkCmdSetBlendConstants'})
        hold_output('run', 'constants', (1,), 'run', '-j1', '--validation', 'off', 'om.color.r8g8b8a8_unorm.blend_factor-zero-add',
                    env={**faulty(folder, '', 0), 'FAULTY_DRIVER_DROP': 'vkCmdSetBlendConstants'})
    # A few that pass, some that a device may lack, and a baseline that is wrong.
    hold_output('run', 'claim', (0, 1), 'run', '-j1', 'om.output.*', '--claim', '10_0')
    hold_output('run', 'some', (0, 1), 'run', '-j1', 'om.output.*', 'om.special.r16_float.*', 'om.store.r32g32b32_uint')
    hold_output('run', 'no baseline', (0, 1), 'run', '-j1', '--baseline=none', 'om.output.undeclared.*')
    check('draw', len(documents['draw']) >= 35, len(documents['draw']))
    verdicts = {document['verdict'] for document in documents['draw']}
    check('draw', verdicts >= {'pass', 'not-supported', 'crash', 'internal-error'}, verdicts)


# --- What schemas say must be so ----------------------------------------------

def declared(schema):
    """Names of all fields that a schema has."""
    if isinstance(schema, list):
        return set().union(*map(declared, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    own = {name for name, part in schema.get('properties', {}).items() if part is not False}
    return own.union(*(declared(part) for part in schema.values()))


def fields_of(document):
    if isinstance(document, list):
        return set().union(*map(fields_of, document)) if document else set()
    if not isinstance(document, dict):
        return set()
    return set(document).union(*map(fields_of, document.values()))


# No driver of Debian draws to R9G9B9E5; `predict` shows what a draw would. The model of the CTS is for test_audit.py.
UNSEEN = {'draw': {'texels', 'exponent', 'largest'}, 'audit': {'vulkan_factors', 'format', 'survive'}}


def test_every_field(kinds):
    """A field that no document shows is one that nobody has checked."""
    for kind in kinds:
        seen = set().union(UNSEEN.get(kind, set()), *map(fields_of, documents[kind]))
        check(kind, not declared(SCHEMAS[kind]) - seen, 'never seen:', sorted(declared(SCHEMAS[kind]) - seen))


# Names in schemas, and the table of the sources that has them too.
STATE, REFERENCE, DRAWING = 'include/ombre/state.h', 'include/ombre/reference.h', 'tools/drawing.h'
REPORT = 'include/ombre/report.h'
TABLES = [
    # schema, where in it, file, start of the table, a name
    ('case', '$defs/format/anyOf/0/pattern', 'include/ombre/d3d.h', 'typedef enum OMBRE_D3D(DXGI_FORMAT)', r'DXGI_FORMAT_(?!FORCE)(\w*[A-Z0-9])\) ='),
    ('case', '$defs/factor/anyOf/0/pattern', STATE, '#define OMBRE_FACTORS(', r'"(\w+)"'),
    ('case', '$defs/blend_op/anyOf/0/pattern', STATE, '#define OMBRE_BLEND_OPS(', r'"(\w+)"'),
    ('case', '$defs/logic_op/anyOf/0/pattern', STATE, '#define OMBRE_LOGIC_OPS(', r'"(\w+)"'),
    ('case', '$defs/resource_dimension/anyOf/0/pattern', STATE, '#define OMBRE_RESOURCE_DIMENSIONS(', r'X\((\w+),'),
    ('case', '$defs/rtv_dimension/anyOf/0/pattern', STATE, '#define OMBRE_RTV_DIMENSIONS(', r'X\((\w+),'),
    ('case', '$defs/dsv_dimension/anyOf/0/pattern', STATE, '#define OMBRE_DSV_DIMENSIONS(', r'X\((\w+),'),
    ('case', '$defs/feature_level/anyOf/0/pattern', 'include/ombre/validate.h', '#define OMBRE_FEATURE_LEVELS(', r'"(\w+)"'),
    ('case', '$defs/d3d9_factor/anyOf/0/pattern', 'src/case_enums.c', ' d3d9_blends[]', r'X\(([A-Z]\w*)\)'),
    ('case', '$defs/d3d9_blend_op/anyOf/0/pattern', 'src/case_enums.c', ' d3d9_blend_ops[]', r'X\(([A-Z]\w*)\)'),
    ('case', '$defs/d3d9_comparison/anyOf/0/pattern', 'src/case_enums.c', ' d3d9_cmps[]', r'X\(([A-Z]\w*)\)'),
    ('case', '$defs/vendor/anyOf/0/enum', 'src/case_enums.c', ' vendors[]', r'"(\w+)"'),
    ('case', 'properties/api/enum', STATE, '#define OMBRE_APIS(', r'"([\w.]+)"'),
    ('translate', 'properties/leftOut/items/properties/what/items/enum', 'tools/translation_json.c', 'const char *left_out_name(',
     r'"([a-z-]+)"'),
    ('draw', '$defs/judge/enum', REFERENCE, '#define OMBRE_JUDGES(', r'"([\w-]+)"'),
    ('draw', '$defs/verdict/enum', REPORT, '#define OMBRE_OUTCOMES(', r'"((?!flake)[a-z-]+)", "[A-Z]'),
    ('devices', 'properties/devices/items/properties/laneFeatures/required', 'include/ombre/lane.h', '#define OMBRE_LANE_FEATURES(',
     r'\d, "(\w+)"'),
    ('devices-claims', '$defs/format_claim/enum', 'include/ombre/claims.h', '#define OMBRE_CLAIMS_OF_FORMATS(', r'X\(\w+, "([\w-]+)"'),
    ('devices-claims', '$defs/device_claim/enum', 'include/ombre/claims.h', '#define OMBRE_CLAIMS_OF_DEVICES(', r'X\(\w+, "([\w-]+)"'),
    ('draw', 'properties/controls/required', DRAWING, '#define CONTROLS(', r'"(\w+)"'),
    ('run', '$defs/result/properties/status/enum', REPORT, '#define OMBRE_OUTCOMES(', r'"([A-Z]\w+)"'),
    ('run', '$defs/run/properties/counts/required', REPORT, '#define OMBRE_OUTCOMES(', r'"([A-Z]\w+)"'),
    ('explain', '$defs/end/properties/converted/properties', 'include/ombre/explain.h', '#define OMBRE_OPERANDS(', r'"([\w-]+)"'),
    ('explain', '$defs/explained_factor/properties/name/enum', STATE, '#define OMBRE_FACTORS(', r'"(\w+)"'),
]


def names_at(schema, path):
    for step in path.split('/'):
        schema = schema[int(step) if isinstance(schema, list) else step]
    # A pattern is "^(prefix)?(name|name|..)$".
    return set(schema.rsplit('(', 1)[1][:-2].split('|') if isinstance(schema, str) else schema)


def test_tables():
    for kind, path, file, start, name in TABLES:
        text = (TOP / file).read_text(encoding='utf-8')
        text = text[text.index(start):]
        end = re.search(r'[^\\]\n' if start.startswith('#') else r'};|^}|^#undef', text[len(start):], re.MULTILINE)
        known = set(re.findall(name, text[:len(start) + end.start() + 1]))
        check(f'{kind} {path}', len(known) >= 3 and known == names_at(SCHEMAS[kind], path),
              known ^ names_at(SCHEMAS[kind], path))


# --- Cases, by the schema and by the command -----------------------------------

def is_read(case):
    """Whether the command takes a case: what `validate` cannot read it leaves with exit code 2."""
    return ombre('validate', '-', case=case).returncode != 2


def test_agree():
    for fields, good in AGREE:
        case = {'ombre': 1, **fields}
        read, wrong = is_read(case), complaint('case', case)
        check(f'agree {fields}', read == good, 'the command', 'takes' if read else 'refuses', 'it')
        check(f'agree {fields}', (wrong is None) == good, 'the schema says', wrong)
    check('agree', len(AGREE) > 150, len(AGREE))
    check('no version', complaint('case', {}) and not is_read({}))


# --- Faults --------------------------------------------------------------------

# Fields that a document may lack, or may hold one of the values below.
OPTIONAL = {
    'case': r'.*[.](?!bits$)\w+|(?!ombre$)\w+',
    'validate': r'total', 'validate-rules': r'$', 'list': r'cases', 'list-classes': r'$', 'list-families': r'$', 'translate': r'leftOut',
    'predict': r'.*[.](nan|covered|channels[.][rgba])',
    'draw': r'.*[.](nan|covered|detail|channels[.][rgba])',
    'explain': r'.*[.](nan|step|clear|channels[.][rgba]|operands[.][\w-]+|converted[.][\w-]+)|freedoms[.][\w-]+',
    'devices': r'.*[.]VkFormat', 'devices-claims': r'$', 'run': r'.*[.](reason|looks_like|claim)',
    'audit': r'$', 'minimize': r'$', 'repro': r'$', 'doctor': r'.*[.]remedy', 'bringup': r'.*[.](reason|suspect)',
}
REAL = r'.*(shown_by[.](source|dest)\[\]|value|given|position|_term|sum|result|seconds|stores\[\]|converted[.][\w-]+|blendConstants\[\]|' \
       r'(BlendFactor|Color|(src|dst|layers\[\])\[\]|dst\[\]\[\])\[\])'
BOOL = r'.*(Enable|layers\[\][.]clear|byValue|Enable\[\]|OutputMergerLogicOp|AlphaBlendFactorSupported|ENABLE|ANTIALIAS|valid|ok|nan|ideal|written|complete|' \
       r'independentBlend|dualSrcBlend|logicOp|sampleRateShading|colorAttachment|blend|repeat_equal|coverage_ok|equal|offered|laneFeatures[.]\w+|colorBlendEnables\[\]|touched|minimal|confirmed|Mutable)'
# What a value becomes, and where that is no fault.
OTHERS = [
    ({'wrong': 1}, ''), ([[]], r'.*layers'), (True, BOOL), (-1.5, r'(?!.*seconds)' + REAL),
    (2 ** 40, REAL + r'|.*(index|max\w+|pixel|jobs|known|unexpected|counts[.]\w+|total|dropped|milliseconds|held|of|asked|explained|against)|wrong[.].*|'
     r'draws|limit|(before|after)[.]\w+|cases|faults|killed|legal|families\[\][.](cases|faults)|groups\[\][.](faults|killed)|cover\[\][.]kills|results\[\][.]cases'),
    (None, r'(?!.*seconds)' + REAL + r'|wrong|wrong_case|(emulated[.])?order|emulated|.*(emulation|shown_by|bits|pci|targets\[\]|repeat_equal|equal|laneFeatures[.]\w+|BlendFactor|PixelShader|BlendState|RenderTargets\[\]|'
     r'DepthStencil|device|output|outputs\[\]|coverage|Rect|draw[.]pixels\[\]|(src|dst|layers\[\])\[\])'),
    ('wrong word', r'(.*[.])?(difference|from|output|case|text|device|name|Resource|message|source|sentence|because|reason|looks_like|words|suspect|what|remedy|detail|messages\[\]|group|reports|results\[\][.]legal|device\w*Name|driverName|driverInfo)'),
    ('', r'(.*[.])?(name|output|device|Resource|path|reports|deviceName|driverName|driverInfo)|(lanes\[\][.]|.*[.]lanes\[\][.]|emulated[.])?reason|lanes\[\][.]difference'),
    ([], r'.*(RTVFormats|RenderTargets?|outputs|src|Without|Usage|pixels|dst|BlendEnable|RenderTargetWriteMask|layers\[\]|pAttachments|targets|'
     r'legal|issues|colorBlend\w+|colorWriteMasks|attachmentFormats|shaderPatches|needs|plan|ends|freedoms|without|lanes|messages|results|findings|looks_like|ampleCounts|samples|cover|results\[\][.]by|leftOut)'),
]
# Arrays that have one length.
EXACT = r'.*(legal\[\]|shown_by[.](source|dest)|covered|texels\[\][.][rgb]|stores|blendConstants|key|pSampleMask|low|high|BlendFactor|Color|Rect|src\[\]|layers\[\]\[\])'


def places(document, path=''):
    """Yield (path, container, key) of every value; indices are left out of paths."""
    members = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    for key, value in list(members):
        where = f'{path}[]' if isinstance(document, list) else f'{path}.{key}'.lstrip('.')
        yield where, document, key
        yield from places(value, where)


def refused(kind, document, name):
    """Check that a fault is refused; a case's also by the command."""
    check(f'{kind}: {name}', complaint(kind, document) is not None, 'is not refused')
    if kind == 'case':
        check(f'{kind}: {name}', not is_read(document), 'is taken by the command')


def faults_of(where, kept):
    """Yield (what, value) of what must not stand in a place."""
    for other, fine in OTHERS:
        if not re.fullmatch(fine, where):
            yield f'is {other!r}', other
    if isinstance(kept, dict):
        yield 'has one field more', {**kept, 'Wrong': 1}
    if isinstance(kept, list) and re.fullmatch(EXACT, where):
        yield 'has one entry less', kept[:-1]
        yield 'has one entry more', kept + kept[-1:]


def plant(kind, document, where, container, key):
    """Plant every fault into one place; return how many."""
    kept, count = container[key], 0
    for what, value in faults_of(where, kept):
        container[key] = value
        refused(kind, document, f'{where} {what}')
        count += 1
    if isinstance(container, dict) and not re.fullmatch(OPTIONAL[kind], where):
        del container[key]
        refused(kind, document, f'{where} dropped')
        count += 1
    container[key] = kept
    return count


# Fields that contradict each other: (schema, whose document, place, value), with
# no value to drop it.
GONE = object()
RED = ('pixels', 0, 'targets', 0, 'channels', 'r')
CONTRADICTIONS = [
    ('validate', 'invalid', ('valid',), True), ('validate', 'several targets', ('valid',), False),
    ('validate', 'too many to list', ('total',), 0),
    ('validate', 'invalid', ('issues', 0, 'severity'), 'warning'), ('validate', 'invalid', ('issues',), []), ('validate', 'invalid', ('issues', 0, 'path'), 'a b'),
    ('translate', 'several targets', ('reason',), 'none'), ('translate', 'several targets', ('hresult',), '0x80070057'),
    ('translate', 'several targets', ('status',), 'unsupported'), ('translate', 'integers', ('shaderPatches', -1, 'low'), GONE),
    ('translate', 'integers', ('shaderPatches', -1, 'kind'), 'nan-to-zero'),
    ('predict', 'shared exponent', ('pixels', 0, 'targets', 0, 'texels'), GONE),
    ('predict', 'shared exponents of samples', ('pixels', 0, 'targets', 0, 'samples', 3, 'texels'), GONE),
    ('predict', 'shared exponent', ('pixels', 0, 'targets', 0, 'format'), 'DXGI_FORMAT_R8_UNORM'),
    ('predict', 'shared exponents of samples', ('pixels', 0, 'targets', 0, 'format'), 'DXGI_FORMAT_R8_UNORM'),
    ('predict', 'shared exponent', ('pixels', 0, 'targets', 0, 'format'), 'R9G9B9E5_SHAREDEXP'),
    ('predict', 'several targets', ('pixels', 0, 'targets', 0, 'channels'), {}),
    ('predict', 'several targets', (*RED, 'legal'), []), ('predict', 'several targets', (*RED, 'nan'), False),
    ('predict', 'several targets', (*RED, 'ok'), True),
    ('predict', 'several targets', ('pixels', 0, 'targets', 0, 'plan'), 'native'),
    ('predict', 'samples', ('pixels', 0, 'targets', 0, 'covered'), GONE), ('predict', 'samples', ('pixels', 0, 'targets', 0, 'bits'), '0x00000000'),
    ('predict', 'several targets', ('pixels', 0, 'targets', 0, 'samples'), []),
    ('explain', 'several targets', ('layers', 0, 'written'), False), ('explain', 'not covered', ('layers', 0, 'written'), True),
    ('explain', 'several targets', ('layers', 0, 'channels', 'r', 'arithmetic'), 'integer'),
    ('explain', 'integers', ('layers', 0, 'channels', 'r', 'arithmetic'), 'fixed'),
    ('explain', 'layers', ('layers', 0, 'channels', 'r', 'op'), GONE), ('explain', 'integers', ('layers', 0, 'channels', 'r', 'sum'), 1),
    ('explain', 'integers', ('layers', 0, 'channels', 'r', 'result'), 1), ('explain', 'several targets', ('layers', 0, 'channels', 'r', 'word'), '0x00000000'),
    ('predict', 'samples', ('pixels', 0, 'targets', 0, 'samples'), []),
    ('draw', 'several targets', (*RED, 'ok'), False), ('draw', 'several targets', (*RED, 'ok'), None),
    ('draw', 'several targets', (*RED, 'verdict'), 'fail'), ('draw', 'several targets', ('pixels', 0, 'written'), GONE),
    ('draw', 'several targets', ('pixels', 0, 'targets', 0, 'plan'), GONE),
    ('draw', 'several targets', ('reason',), 'none'), ('draw', 'several targets', ('verdict',), 'fail'),
    ('draw', 'several targets', ('repeat_equal',), None), ('draw', 'several targets', ('readback',), None),
    ('draw', 'vkCmdDraw', (*RED, 'ok'), True), ('draw', 'crash', ('readback',), 'raw'), ('draw', 'crash', ('lane',), 'static'),
    ('draw', 'lanes', ('lanes', 0, 'reason'), 'none'), ('draw', 'lanes', ('lanes', 0, 'equal'), False), ('draw', 'lanes', ('lanes', 0, 'difference'), 'here'),
    ('devices-claims', 'all', ('devices', 0, 'claims', 0, 'plan'), None), ('devices-claims', 'all', ('devices', 0, 'claims', 0, 'how'), 'missing'),
    ('draw', 'lanes', ('lanes', 0, 'verdict'), 'fail'), ('devices', 'all', ('devices', 0, 'lanes', 0, 'reason'), 'none'),
    ('devices', 'all', ('devices', 0, 'lanes', 0, 'offered'), False), ('devices', 'all', ('devices', 0, 'lanes'), []),
    ('devices', 'all', ('devices', 0, 'formats', 0, 'how'), 'none'), ('devices', 'all', ('devices', 0, 'formats', 0, 'VkFormat'), GONE),
    ('devices', 'all', ('devices', 0, 'formats', 0, 'colorAttachment'), False), ('devices', 'all', ('devices',), []),
    ('devices', 'all', ('devices', 0, 'formats', 0, 'samples'), [1, 1]),
    ('run', 'some', ('runs', 0, 'exit'), 2), ('run', 'some', ('runs',), []), ('run', 'some', ('runs', 0, 'jobs'), 0),
    ('list', 'smoke', ('cases', 1), 'om'), ('list', 'smoke', ('cases',), ['om.a', 'om.a']),
]


def test_contradictions(kinds):
    rows = [row for row in CONTRADICTIONS if row[0] in kinds]
    for kind, name, place, value in rows:
        document = copy.deepcopy(named[kind, name])
        within = document
        for step in place[:-1]:
            within = within[step]
        if value is GONE:
            del within[place[-1]]
        else:
            within[place[-1]] = value
        refused(kind, document, f'{name}: {place} is {"gone" if value is GONE else value}')
    check('contradictions', len(rows) >= 20, len(rows))


def test_faults(kinds):
    for kind in kinds:
        seen, count = set(), 0
        for document in documents[kind]:
            fresh = [place[0] for place in places(document) if place[0] not in seen]
            if not fresh:
                continue
            document = copy.deepcopy(document)
            document['Wrong'] = 1
            refused(kind, document, 'one field more')
            del document['Wrong']
            for where, container, key in places(document):
                if where not in seen:
                    seen.add(where)
                    count += plant(kind, document, where, container, key)
        check(kind, complaint(kind, []) and complaint(kind, None) and complaint(kind, {}))
        check(kind, count >= 3 * len(seen) and len(seen) >= 2, f'{count} faults in {len(seen)} places')


def report():
    print(', '.join(f'{len(documents[kind])} {kind}' for kind in sorted(documents)), 'documents')


if len(sys.argv) > 2:
    KINDS = sorted(NEED_DEVICE)
    TESTS = [test_drawings]
else:
    KINDS = [name for name in NAMES if name not in NEED_DEVICE]
    TESTS = [test_schemas, test_tables, test_cases, test_answers, test_agree]


def test_fields_and_faults():
    test_every_field(KINDS)
    test_faults(KINDS)
    test_contradictions(KINDS)
    report()


finish([*TESTS, test_fields_and_faults])

#!/usr/bin/env python3
"""Hold what run folders hold, and what commands say of them, against tools/schemas.

  tests/report_schemas.py OMBRE

The folder is that of the seeds, and changed copies of it.  Then plant faults: every value is of another
type, every object is given one field more, and every field that is always there is dropped.
"""
import collections
import copy
import json
import os
import pathlib
import shutil
import sys
import tempfile

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print('SKIPPED: no schema is checked; install the package python3-jsonschema', file=sys.stderr)
    sys.exit(77)

from cli import check, finish, ombre, parsed

TOP = pathlib.Path(__file__).resolve().parent.parent
SEEDS = TOP / 'tests/seeds/report'
KINDS = ['baseline', 'compare', 'merge', 'report', 'report-matrix', 'result', 'run-folder']
VALIDATORS = {kind: Draft202012Validator(json.loads((TOP / f'tools/schemas/{kind}.v1.schema.json').read_text(encoding='utf-8')))
              for kind in KINDS}
documents = collections.defaultdict(list)
folder = pathlib.Path(tempfile.mkdtemp())


def hold(kind, name, document):
    error = next(VALIDATORS[kind].iter_errors(document), None)
    check(f'{kind} {name}', error is None, error and f'{list(error.absolute_path)}: {error.message[:300]}')
    documents[kind].append(document)


def hold_output(kind, name, code, *words):
    run = ombre(*map(str, words), '--json')
    check(f'{kind} {name}', run.returncode == code, f'exit {run.returncode}, want {code}:', run.stderr.strip())
    document = parsed(f'{kind} {name}', run)
    hold(kind, name, document)
    return document


def make(name, shard=None, more=(), facts=()):
    """A copy of the seeds' folder, as shard (index, count), with more lines and other facts."""
    path = folder / name
    path.mkdir()
    manifest = json.loads((SEEDS / 'run.json').read_text(encoding='utf-8'))
    lines = (SEEDS / 'results.jsonl').read_text(encoding='utf-8').splitlines()
    ids = {json.loads(line)['case'] for line in lines if '"case"' in line}
    if shard:
        manifest['shard'] = {'index': shard[0], 'count': shard[1]}
    manifest['cases'].update(selected=len(ids), whole=len(ids), digest='0x0123456789abcdef')
    manifest.update(facts)
    (path / 'run.json').write_text(json.dumps(manifest), encoding='utf-8')
    (path / 'results.jsonl').write_text('\n'.join([*lines, *map(json.dumps, more)]) + '\n', encoding='utf-8')
    return path


def line(case, status, **more):
    return {'case': case, 'status': status, 'seconds': 0.5, **more}


def lines_of(path):
    return [json.loads(text) for text in (path / 'results.jsonl').read_text(encoding='utf-8').splitlines()]


def test_folders():
    for path in (make('a', more=[line('om.new', 'Flake', expectation='unexpected', reason='twice')]), SEEDS):
        hold('run-folder', path.name, json.loads((path / 'run.json').read_text(encoding='utf-8')))
        for number, one in enumerate(lines_of(path)):
            hold('result', f'{path.name}:{number + 1}', one)
    details = [one for one in documents['result'] if 'detail' in one]
    details[0]['detail']['looks_like'] = 'a fault'
    hold('result', 'looks like', details[0])
    check('details', len(details) >= 4, len(details))


def test_report():
    document = hold_output('report', 'seeds', 0, 'report', SEEDS)
    check('report', document['counts']['Fail'] >= 1 and document['precision'] and document['known'] >= 2, document['counts'])
    told = line('om.new', 'Fail', expectation='unexpected', reason='x')
    told['detail'] = {'components': 1, 'failed': 1, 'warned': 0, 'state': [], 'wrong': [], 'cause': 'c', 'looks_like': 'l'}
    check('report', hold_output('report', 'told', 0, 'report', make('told', more=[told]))['exit'] == 1)
    document = hold_output('report-matrix', 'seeds', 0, 'report', '--matrix', SEEDS)
    check('matrix', any(rule['cases'] for rule in document['rules']), document)


def test_compare():
    a = make('before', more=[line('om.same', 'Pass'), line('om.worse', 'Pass'), line('om.gone', 'Fail', reason='x'),
                             line('om.fixed', 'Fail', reason='x'), line('om.bits', 'Fail', reason='got 1')])
    b = make('after', more=[line('om.same', 'Pass'), line('om.worse', 'Fail', reason='x'), line('om.new', 'Pass'),
                            line('om.fixed', 'Pass'), line('om.bits', 'Fail', reason='got 2')])
    document = hold_output('compare', 'worse', 1, 'compare', a, b)
    check('compare', document['counts'] == {'new-failure': 1, 'fixed': 1, 'changed': 1, 'appeared': 1, 'gone': 1}, document)
    check('compare', hold_output('compare', 'same', 0, 'compare', a, a)['differences'] == [])


def test_merge():
    one, three = make('one', (1, 3)), make('three', (3, 3), more=[line('om.torn', 'Fail', reason='x')])
    two = make('two', (2, 3), more=[line('om.torn', 'Pass')])
    document = hold_output('merge', 'conflict', 1, 'merge', one, two, three, '-o', folder / 'all')
    check('merge', document['conflicts'] == [{'case': 'om.torn', 'kept': 'Fail', 'other': 'Pass'}], document)
    hold('run-folder', 'merged', json.loads((folder / 'all/run.json').read_text(encoding='utf-8')))
    for number, result in enumerate(lines_of(folder / 'all')):
        hold('result', f'merged:{number + 1}', result)
    document = hold_output('merge', 'a part is missing', 0, 'merge', one, three, '-o', folder / 'some')
    check('merge', document['missing'] == [2] and document['conflicts'] == [], document)
    # Merging again changes nothing, in any order.
    ombre('merge', folder / 'all', one, '-o', folder / 'again')
    check('idempotent', lines_of(folder / 'again')[:-1] == lines_of(folder / 'all')[:-1])
    other = make('other', facts={'judge': 'exact'})
    run = ombre('merge', one, other, '-o', folder / 'no')
    check('merge of others', run.returncode == 2 and 'judge is exact' in run.stderr and not (folder / 'no').exists(), run.stderr)
    run = ombre('merge', one, '-o', folder / 'all')
    check('merge into another', run.returncode == 3 and 'exists' in run.stderr, run.stderr)


def test_baseline():
    run = make('run', more=[line('om.z', 'Fail', reason='x')])
    known = folder / 'known.txt'
    document = hold_output('baseline', 'make', 0, 'baseline', 'make', run, known)
    check('baseline', len(document['changes']) >= 4, document)
    again = ombre('baseline', 'make', run, known)
    check('baseline twice', again.returncode == 3 and 'exists' in again.stderr, again.stderr)
    check('baseline', hold_output('baseline', 'check', 0, 'baseline', 'check', run, known)['unexpected'] == [])
    text = known.read_text(encoding='utf-8')
    known.write_text(text.replace('om.z,Fail', 'om.z,Crash # why\nom.store.r8g8b8a8_unorm,Fail'), encoding='utf-8')
    hold_output('baseline', 'differs', 1, 'baseline', 'check', run, known)
    before = known.read_text(encoding='utf-8')
    document = hold_output('baseline', 'update', 0, 'baseline', 'update', run, known)
    check('baseline', {'changed'} <= {change['change'] for change in document['changes']}, document)
    check('not asked, not written', known.read_text(encoding='utf-8') == before)
    hold_output('baseline', 'other', 0, 'baseline', 'update', run, known, '-o', folder / 'new.txt')
    hold_output('baseline', 'write', 0, 'baseline', 'update', run, known, '--write')
    check('baseline', known.read_text(encoding='utf-8') == (folder / 'new.txt').read_text(encoding='utf-8'))
    check('baseline', 'om.z,Fail # why' in known.read_text(encoding='utf-8'), known.read_text(encoding='utf-8'))
    hold_output('baseline', 'removed', 0, 'baseline', 'update', make('passing', more=[line('om.z', 'Pass')]), known)


# --- Faults --------------------------------------------------------------------

def places(document, path=''):
    members = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    for key, value in list(members):
        where = f'{path}[]' if isinstance(document, list) else f'{path}.{key}'
        yield where, document, key
        yield from places(value, where)


# Objects whose fields have names of their own, and fields that may be absent.
MAPS = ('.run', '.environment')
OPTIONAL = {'reason', 'cause', 'looks_like', 'expectation', 'detail', 'picture', 'replay', 'shared_state', 'distance', 'merged',
            'format', 'before', 'source', 'want', 'got', 'legal', 'rule', 'validation', 'warnings', 'baseline', 'jobs', 'device',
            'suite', 'judge', 'timeout', 'without'}


def is_optional(kind, where, key):
    return key in OPTIONAL and (kind != 'run-folder' or where.startswith('.options.') or key == 'merged') and not (
        kind == 'compare' and key == 'before' or kind == 'report-matrix' or key == 'format' and '.wrong' not in where or
        kind == 'baseline')


def test_faults():
    for kind in KINDS:
        seen, count = set(), 0
        for document in documents[kind]:
            document = copy.deepcopy(document)
            for where, container, key in places(document):
                if where in seen or any(where.startswith(name + '.') for name in MAPS):
                    continue
                seen.add(where)
                kept = container[key]
                faults = [{'Wrong': 1}, [[]]]
                if isinstance(kept, dict) and where not in MAPS:
                    faults.append({**kept, 'Wrong': 1})
                for fault in faults:
                    container[key] = fault
                    check(f'{kind} {where}', not VALIDATORS[kind].is_valid(document), f'takes {str(fault)[:80]}')
                    count += 1
                container[key] = kept
                if isinstance(container, dict) and not is_optional(kind, where, key):
                    del container[key]
                    check(f'{kind} {where}', not VALIDATORS[kind].is_valid(document), 'may be dropped')
                    container[key] = kept
        check(kind, count >= 10, count)


def test_every_field():
    """A field that no document shows is one that nobody has checked."""
    def declared(schema):
        if isinstance(schema, list):
            return set().union(*map(declared, schema)) if schema else set()
        if not isinstance(schema, dict):
            return set()
        own = set(schema.get('properties', {}))
        return own.union(*(declared(part) for part in schema.values()))

    options = {'suite', 'judge', 'without', 'validation', 'timeout', 'warnings', 'baseline', 'jobs', 'device', 'memory', 'lane',
               'compare-emulated', 'claim'}
    for kind in KINDS:
        seen = {key for document in documents[kind] for _, _, key in places(document) if isinstance(key, str)}
        left = declared(VALIDATORS[kind].schema) - seen - (options if kind == 'run-folder' else set())
        check(kind, not left, 'never seen:', sorted(left))


try:
    finish([test_folders, test_report, test_compare, test_merge, test_baseline, test_faults, test_every_field])
finally:
    shutil.rmtree(folder)

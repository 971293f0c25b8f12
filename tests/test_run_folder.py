#!/usr/bin/env python3
"""Runs that are kept, broken off, taken up again, split, joined and shown.

  tests/test_run_folder.py OMBRE FAULTY_DRIVER    with one Vulkan driver
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

from cli import OMBRE, SANITIZER, check, expect, faulty, finish, ombre, parsed

CASES = ['om.mask.*', 'om.store.*', 'om.output.*']
IDS = ombre('list', *CASES).stdout.split()
home = pathlib.Path(tempfile.mkdtemp())


def lines(folder):
    """Whole lines of a folder's results."""
    found = []
    for text in (folder / 'results.jsonl').read_text(encoding='utf-8').splitlines():
        try:
            found.append(json.loads(text))
        except json.JSONDecodeError:
            pass
    return found


def statuses(folder):
    return {line['case']: line['status'] for line in lines(folder) if 'case' in line}


def whole():
    """A folder with a run of everything, made once."""
    folder = home / 'whole'
    if not folder.exists():
        run = ombre('run', '-o', folder, *CASES)
        check('whole', run.returncode == 0, run.stdout, run.stderr)
        check('whole', set(statuses(folder)) == set(IDS) and len(IDS) > 60, len(IDS))
    return folder


def cut(name, size):
    """A copy of the whole run, cut short as a kill may do."""
    folder = home / name
    shutil.copytree(whole(), folder)
    data = (folder / 'results.jsonl').read_bytes()
    (folder / 'results.jsonl').write_bytes(data[:size])
    return folder


def test_kill():
    """SIGKILL at any time, and the run goes on with what is left."""
    folder = home / 'killed'
    process = subprocess.Popen([OMBRE, 'run', '-j1', '-o', folder, *CASES], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env={**os.environ, **SANITIZER})
    until = time.monotonic() + 60
    while time.monotonic() < until and not (
            (folder / 'results.jsonl').exists() and (folder / 'results.jsonl').read_text().count('"case"') > 5):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = (folder / 'results.jsonl').read_bytes()
    done = set(statuses(folder))
    check('killed', 5 < len(done) < len(IDS), len(done))
    expect('resume', ombre('resume', folder), 0, [f'{len(IDS)} of {len(IDS)} cases', 'as expected'],
           f'{len(done)} of {len(IDS)} cases have results')
    after = (folder / 'results.jsonl').read_bytes()
    check('appended', after.startswith(before))
    drawn = [line['case'] for line in lines(folder) if 'case' in line and 'detail' not in line]
    check('each once', sorted(drawn) == sorted(IDS), len(drawn))
    check('as in one go', statuses(folder) == statuses(whole()))


def test_torn():
    size = (whole() / 'results.jsonl').stat().st_size
    for where in (0, 5, 25, size // 2, size - 1):
        folder = cut(f'torn{where}', where)
        expect(f'torn at {where}', ombre('resume', folder), 0, f'{len(IDS)} of {len(IDS)} cases')
        check(f'torn at {where}', statuses(folder) == statuses(whole()))
        got = parsed('torn', expect('report', ombre('report', '--json', folder), 0))
        check(f'torn at {where}', got['complete'] and len(got['results']) == len(IDS) and got['exit'] == 0, got['torn'])
    folder = home / 'inside'
    shutil.copytree(whole(), folder)
    text = (folder / 'results.jsonl').read_text().splitlines()
    text[7] = text[7][:20]
    (folder / 'results.jsonl').write_text('\n'.join(text) + '\n')
    for command in ('resume', 'report'):
        expect('torn inside', ombre(command, folder), 2, err='results.jsonl:8')


def test_refusals():
    folder = cut('other', 2000)
    manifest = json.loads((folder / 'run.json').read_text())
    rows = [('version', 'ombre was'), ('device.deviceName', 'no device is that'), ('device.driverInfo', 'no device is that'),
            ('cases.digest', 'list of cases')]
    for fact, words in rows:
        changed = json.loads(json.dumps(manifest))
        within = changed
        for step in fact.split('.')[:-1]:
            within = within[step]
        within[fact.split('.')[-1]] = 'other'
        (folder / 'run.json').write_text(json.dumps(changed))
        before = (folder / 'results.jsonl').read_bytes()
        expect(f'{fact} differs', ombre('resume', folder), 2, err=[words, '--force'])
        check(f'{fact} differs', (folder / 'results.jsonl').read_bytes() == before, 'was written to')
    expect('forced', ombre('resume', '--force', folder), 0, f'{len(IDS)} of {len(IDS)} cases')
    expect('no folder', ombre('resume', home / 'none'), 2, err='run.json: cannot be read')
    expect('no folder', ombre('report', '/dev/null'), 2, err='cannot be read')


def test_two_at_once():
    folder = cut('busy', 1500)
    process = subprocess.Popen([OMBRE, 'resume', '-j1', folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env={**os.environ, **SANITIZER})
    until = time.monotonic() + 60
    while time.monotonic() < until and 'resumed' not in (folder / 'results.jsonl').read_text():
        time.sleep(0.01)
    process.send_signal(signal.SIGSTOP)
    expect('two at once', ombre('resume', folder), 3, err='another ombre is writing there')
    process.send_signal(signal.SIGCONT)
    check('two at once', process.wait() == 0)
    check('two at once', statuses(folder) == statuses(whole()))


def test_shards():
    parts = []
    for index in (1, 2, 3):
        folder = home / f'part{index}'
        env = {'CI_NODE_INDEX': str(index), 'CI_NODE_TOTAL': '3'}
        words = ['--shard', 'auto'] if index == 2 else ['--shard', f'{index}/3']
        run = ombre('run', *words, '-o', folder, *CASES, env=env)
        check('shard', run.returncode in (0, 77), run.stderr)
        parts.append(set(statuses(folder)))
    check('shards', sum(map(len, parts)) == len(IDS) and set().union(*parts) == set(IDS), list(map(len, parts)))
    check('shards', all(len(part) > len(IDS) / 6 for part in parts), list(map(len, parts)))
    expect('merge', ombre('merge', *(home / f'part{i}' for i in (3, 1, 2)), '-o', home / 'joined'), 0)
    check('merge', statuses(home / 'joined') == statuses(whole()))
    expect('compare', ombre('compare', whole(), home / 'joined'), 0, f'same    {len(IDS)}')
    expect('part missing', ombre('merge', home / 'part1', home / 'part3', '-o', home / 'two'), 3, err='part 2 of 3 is missing')
    for word in ('0/3', '4/3', '1/0', '1', 'x/3', '1/3x', '-1/3', '1/99999999'):
        expect(f'shard {word}', ombre('run', f'--shard={word}', *CASES), 2,
               err='--shard')
    clean = {key: '' for key in ('CI_NODE_INDEX', 'CI_NODE_TOTAL', 'SLURM_PROCID', 'SLURM_NTASKS')}
    for env, words in (({}, 'no variable'), ({'CI_NODE_INDEX': '1'}, 'no part of a whole'),
                       ({'CI_NODE_TOTAL': '3'}, 'no part of a whole'), ({'SLURM_PROCID': '3', 'SLURM_NTASKS': '3'}, 'no part')):
        expect(f'auto {env}', ombre('run', '--shard=auto', *CASES, env={**clean, **env}), 2, err=words)
    run = ombre('run', '--shard=auto', *CASES, env={**clean, 'SLURM_PROCID': '0', 'SLURM_NTASKS': '1000000'})
    expect('an empty part', run, 2, err='part 1 of 1000000')


def test_compare():
    folder = cut('worse', (whole() / 'results.jsonl').stat().st_size)
    passed = next(case for case, status in sorted(statuses(folder).items()) if status == 'Pass')
    with open(folder / 'results.jsonl', 'a', encoding='utf-8') as file:
        file.write(json.dumps({'case': passed, 'status': 'Fail', 'seconds': 0, 'reason': 'off', 'expectation': 'unexpected'}) + '\n')
    expect('worse', ombre('compare', whole(), folder), 1, ['new-failure 1', passed, 'worse'])
    expect('better', ombre('compare', folder, whole()), 0, ['fixed 1', 'no worse'])
    expect('report of failures', ombre('report', folder), 0, ['unexpected results', passed, 'off'])


def test_wrong_driver():
    """A driver that blends wrong: details, logs, reports and pictures of it."""
    folder, env = home / 'wrong', faulty(home, '', 0)
    env['FAULTY_DRIVER_BLEND'] = 'first-for-all'
    run = ombre('run', '--baseline=none', '-o', folder, 'om.mrt.*', 'om.factors.mixed8.*-add', env=env)
    check('wrong', run.returncode == 1, run.returncode, run.stderr[-300:])
    bad = {case for case, status in statuses(folder).items() if status == 'Fail'}
    told = {line['case']: line['detail'] for line in lines(folder) if 'detail' in line}
    check('wrong', len(bad) > 5 and bad <= set(told), len(bad), len(told))
    for case in bad:
        detail = told[case]
        check(case, detail['failed'] > 0 and detail['wrong'] and detail['cause'] and detail['picture']['texels'], detail)
        wrong = detail['wrong'][0]
        check(case, wrong['want'] != wrong['got'] and wrong['rule'] and wrong['before'] and wrong['source'], wrong)
        check(case, (folder / f'failures/{case}.log').read_text().startswith(f'case    {case}\n'))
    expect('reports', ombre('report', folder, '--html', home / 'w.html', '--junit', home / 'w.xml', '--png', home / 'w'), 0)
    suite = xml.etree.ElementTree.parse(home / 'w.xml').getroot().find('testsuite')
    check('junit', int(suite.get('failures')) >= len(bad) and int(suite.get('tests')) == len(statuses(folder)), suite.attrib)
    names = {f'{case.get("classname")}.{case.get("name")}' for case in suite.findall('testcase')}
    check('junit', names == set(statuses(folder)))
    pictures = {path.name for path in (home / 'w').iterdir()}
    check('png', {f'{case}.{view}.png' for case in bad for view in ('before', 'source', 'want', 'got', 'diff')} <= pictures)
    page = (home / 'w.html').read_text(encoding='utf-8')
    check('html', 'Unexpected results' in page and page.count('data:image/png') >= 5 and all(case in page for case in bad))
    # Replayed, a case shows the same component.
    case, detail = next((case, told[case]) for case in sorted(bad))
    check('replay', detail['replay'].startswith(f'ombre show {case} | ombre draw - -d uuid:'), detail['replay'])
    drawn = subprocess.run([OMBRE, *re.split(r'\s+', detail['replay'].split('| ombre ')[1])], input=ombre('show', case).stdout,
                           text=True, capture_output=True, env={**os.environ, **SANITIZER, **env}, timeout=120, check=False)
    check('replay', drawn.returncode == 1 and detail['wrong'][0]['got'] in drawn.stdout, drawn.stdout[-300:])


def test_flake():
    """Wrong bits that come once are told as a Flake."""
    env = {**faulty(home, '', 0), 'FAULTY_DRIVER_BLEND': 'first-for-all'}
    words = ['run', '--baseline=none', '--warnings=pass', '-j1', 'om.mrt.*']
    steady = expect('steady', ombre(*words, env=env), 1)
    check('steady', 'Fail' in steady.stdout and 'Flake' not in steady.stdout, steady.stdout)
    # The driver goes wrong after a while, and a new process begins anew.
    folder = home / 'flake'
    run = expect('flake', ombre(*words, '-o', folder, env={**env, 'FAULTY_DRIVER_RIGHT': '6'}), 1, 'Flake')
    flakes = [line for line in lines(folder) if line.get('status') == 'Flake']
    check('flake', bool(flakes) and all(line['expectation'] == 'unexpected' for line in flakes), run.stdout)
    for line in flakes:
        check('flake', re.fullmatch(r'first Fail \(pixel .*\), then Pass', line['reason']), line['reason'])
        check('flake', f'{line["case"]},Flake\n' in (folder / 'failures.csv').read_text())
    known = home / 'flakes.txt'
    known.write_text('om.mrt.*,Flake # after a while\nom.mrt.*,Fail\n')
    expect('known flake', ombre(*words, '--baseline', known, env={**env, 'FAULTY_DRIVER_RIGHT': '6'}), 0)


def test_block():
    """A block of states that all pass is one line, and says no more."""
    folder = home / 'block'
    block = 'om.full.r8_unorm.000000'
    expect('block', ombre('run', '--suite', 'full', block, '-o', folder), 0, 'Pass 1')
    told = [line for line in lines(folder) if 'case' in line]
    check('block', len(told) == 1 and set(told[0]) == {'case', 'status', 'seconds'}, told)
    check('block', told[0]['case'] == block and told[0]['status'] == 'Pass', told)
    # 225 states, 8 targets to a part, 24 pixels each.
    counted = [line['precision']['count'] for line in lines(folder) if 'precision' in line]
    check('block', counted == [225 * 24], counted)


def test_standard_output():
    run = expect('junit', ombre('report', whole(), '--junit=-'), 0, '<testsuites ')
    check('junit alone', run.stdout.startswith('<?xml') and run.stdout.endswith('</testsuites>\n'))
    expect('not writable', ombre('report', whole(), '--html', '/dev/null/x'), 3, err='/dev/null/x')
    run = expect('matrix', ombre('report', '--matrix', whole()), 0, ['masked', 'no case', ' rules'])
    check('matrix', run.stdout.index('masked') < run.stdout.index('no case'))


try:
    finish([test_kill, test_torn, test_refusals, test_two_at_once, test_shards, test_compare, test_wrong_driver,
            test_flake, test_block, test_standard_output])
finally:
    shutil.rmtree(home)

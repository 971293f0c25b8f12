#!/usr/bin/env python3
"""Drive the built command as a user would: what needs a device.

  tests/test_cli_gpu.py OMBRE FAULTY_DRIVER    the latter is faulty/faulty_driver.c, built
"""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

from cli import CASES, GOOD, OMBRE, changed, check, expect, faulty, finish, ombre, parsed

# --- Devices -----------------------------------------------------------------

def test_devices():
    run = expect('devices', ombre('devices'), 0, ['name', 'driver', 'uuid'])
    got = parsed('devices', expect('devices', ombre('devices', '--json'), 0))['devices']
    check('devices', len(got) >= 1 and len(run.stdout.splitlines()) == 1 + len(got), got)
    device = got[0]
    for key in ('apiVersion', 'driverVersion', 'vendorID', 'deviceID', 'deviceType', 'deviceName', 'driverID',
                'driverName', 'driverInfo', 'conformanceVersion', 'deviceUUID', 'driverUUID', 'pci', 'features',
                'limits', 'formats'):
        check('devices', key in device, key)
    check('devices', len(device['formats']) > 40 and any(f['blend'] for f in device['formats']))
    kind = device['deviceType'].rsplit('_', 1)[1].lower()
    for spec in ('0', 'all', f'uuid:{device["deviceUUID"]}', f'uuid:{device["deviceUUID"][:6]}', 'name:.',
                 f'driver:{device["driverName"]}', f'type:{"cpu" if kind == "cpu" else "discrete"}',
                 f'{device["vendorID"][2:]}:{device["deviceID"][2:]}'):
        expect(f'-d {spec}', ombre('devices', '-d', spec), 0, device['deviceName'][:20])
        expect(f'OMBRE_DEVICE={spec}', ombre('devices', env={'OMBRE_DEVICE': spec}), 0, device['deviceName'][:20])
    for spec in ('99', 'uuid:ffffffff', 'uuid:', 'name:no such device', 'name:(', 'type:quantum', 'driver:none',
                 'pci:ffff:00:00.0', 'beef:cafe', 'gpu', '-1'):
        for words in (['devices'], ['draw', '-']):
            run = expect(f'{words[0]} -d {spec}', ombre(*words, f'--device={spec}', case=GOOD), 2,
                         err=['--device', device['deviceName'][:20]])
            check(f'{words[0]} -d {spec}', run.stdout == '', run.stdout)
    expect('a flag wins over the environment', ombre('devices', '-d', '0', env={'OMBRE_DEVICE': '99'}), 0)


# --- draw --------------------------------------------------------------------

def test_draw():
    run = expect('draw', ombre('draw', '--json', '-', case=GOOD), 0)
    got = parsed('draw', run)
    for key in ('device', 'lane', 'without', 'repeat_equal', 'controls', 'validation', 'judge', 'verdict', 'reason',
                'pixels'):
        check('draw', key in got, key)
    check('draw', got['verdict'] == 'pass' and got['judge'] == 'd3d' and got['repeat_equal'] is True, got['reason'])
    check('draw', got['lane'] == 'static render-pass' and got['validation']['layer'] in ('on', 'unavailable'), got)
    check('draw', all(control['state'] == 'right' for control in got['controls'].values()), got['controls'])
    check('draw', len(got['controls']) == 4, got['controls'])
    for target in got['pixels'][0]['targets']:
        check('draw', target['plan'] == 'native', target)
        for channel in target['channels'].values():
            check('draw', channel['ok'] is True and channel['rule'] and
                  any(low <= channel['got'] <= high for low, high in channel['legal']), channel)
    expect('draw in words', ombre('draw', '-', case=GOOD), 0,
           ['verdict pass', 'before', 'source', 'want', 'got', 'drawn twice: equal'])
    got = parsed('validation off', ombre('draw', '--validation=off', '--json', '-', case=GOOD))
    check('validation off', got['validation'] == {'layer': 'off', 'messages': []}, got['validation'])


def test_draw_files():
    """Every case file ends in a verdict that its exit code tells."""
    codes = {'pass': 0, 'quality-warning': 0, 'compatibility-warning': 0, 'fail': 1, 'not-supported': 77}
    paths = sorted(CASES.glob('*.json'))
    check('case files', len(paths) >= 10, paths)
    for path in paths:
        run = ombre('draw', '--json', str(path))
        got = parsed(path.name, run)
        verdict = got.get('verdict')
        check(path.name, run.returncode == codes.get(verdict), run.returncode, verdict, got.get('reason'))
        check(path.name, got['controls']['echo']['state'] != 'wrong' and got['repeat_equal'] is not False)
        marks = [channel['ok'] for pixel in got['pixels'] for target in pixel['targets'] if target
                 for sample in target.get('samples', [target]) for channel in sample['channels'].values()]
        check(path.name, all(marks) == (verdict != 'fail' and verdict != 'compatibility-warning') and
              (marks or verdict == 'not-supported'), verdict)


def lanes_of(name, *words, code=0, case=GOOD, env=None):
    got = parsed(name, expect(name, ombre('draw', '-', '--json', *words, case=case, env=env), code))
    return got, {lane['lane']: lane for lane in got.get('lanes', [])}


def test_draw_lanes():
    facts = parsed('devices', ombre('devices', '--json'))['devices'][0]
    offered = {lane['lane'] for lane in facts['lanes'] if lane['offered']}
    check('lanes', len(facts['lanes']) == 7 and {'static render-pass', 'static dynamic-rendering', 'library render-pass',
                                                  'library dynamic-rendering'} <= offered, facts['lanes'])
    for lane in facts['lanes']:
        check('lanes', lane['offered'] == (lane['reason'] == ''), lane)
    got, lanes = lanes_of('lane all', '--lane', 'all')
    check('lane all', set(lanes) == offered and got['lane'] == 'static render-pass', lanes)
    check('lane all', all(lane['verdict'] == 'pass' and lane['equal'] is True for lane in lanes.values()), lanes)
    known = {lane['validation'] for name, lane in lanes.items() if not name.startswith('shader-object')}
    check('lane all', known <= {'on', 'unavailable'} and len(known) == 1, lanes)
    # Further words where they matter.
    constant = {'RenderTarget': [{'BlendEnable': True, 'SrcBlend': 'ONE', 'DestBlend': 'BLEND_FACTOR'}]}
    masked = {'IndependentBlendEnable': True, 'RenderTarget': [{'RenderTargetWriteMask': 0}, {}]}
    for name, blend, word, there in (('constants', constant, 'static-constants', True), ('no constants', masked, 'static-constants', False),
                                     ('masks', masked, 'color-write-enable', facts['laneFeatures']['colorWriteEnable']),
                                     ('no masks', constant, 'color-write-enable', False)):
        got, lanes = lanes_of(name, '--lane', 'all', case=changed(BlendState=blend, BlendFactor=[0.25, 0.5, 0.75, 1]))
        check(name, any(word in lane for lane in lanes) == there and got['verdict'] == 'pass', lanes)
    # What is asked for is drawn, in that order; one that is lacking is no failure beside others.
    got, lanes = lanes_of('some lanes', '--lane', 'library+dynamic-rendering,static,any', '--without', 'shaderObject')
    check('some lanes', list(lanes) == ['library dynamic-rendering', 'static render-pass'], lanes)
    got, lanes = lanes_of('one is lacking', '--lane', 'static,library', '--without', 'graphicsPipelineLibrary')
    check('one is lacking', got['verdict'] == 'pass' and lanes['library render-pass']['verdict'] == 'not-supported' and
          'graphicsPipelineLibrary (VK_EXT_graphics_pipeline_library)' in lanes['library render-pass']['reason'] and
          got['without'] == ['graphicsPipelineLibrary'], got)
    # The case itself may say it, and the command line has the last word.
    for words, lane in (([], 'library dynamic-rendering'), (['--lane', 'static'], 'static render-pass')):
        got, lanes = lanes_of('Lane', *words, case=changed(Lane='dynamic-rendering library'))
        check('Lane', list(lanes) == [lane] and got['lane'] == lane, got['lanes'])
    for feature, lane, extension in (('graphicsPipelineLibrary', 'library', 'VK_EXT_graphics_pipeline_library'),
                                     ('dynamicRendering', 'dynamic-rendering', 'VK_KHR_dynamic_rendering'),
                                     ('colorWriteEnable', 'color-write-enable', 'VK_EXT_color_write_enable'),
                                     ('shaderObject', 'shader-object', 'VK_EXT_shader_object')):
        got, lanes = lanes_of(f'lacking {lane}', code=77, case=changed(Lane=lane, Without=[feature]))
        check(f'lacking {lane}', f'no {feature} ({extension})' in got['reason'] and len(lanes) == 1, got['reason'])
    for lane, words in (('dynamics', "did you mean 'dynamic'"), ('static+library', 'names two lanes'), ('', 'no lane is named'),
                        ('all,static', "'all'"), ('shader-object+render-pass', 'goes with dynamic-rendering only')):
        expect(f'lane {lane}', ombre('draw', '-', '--lane', lane, case=GOOD), 2, err=['--lane', words])
    expect('lanes in words', ombre('draw', '-', '--lane', 'static,library', case=GOOD), 0,
           ['lane    static render-pass', 'lane    library render-pass', 'same bits', 'verdict pass'])
    with tempfile.TemporaryDirectory() as folder:
        run = ombre('run', 'om.blend.r8g8b8a8_unorm.over', '--lane', 'all', '--json', '-o', folder + '/out')
        check('run in lanes', run.returncode == 0 and parsed('run in lanes', run)['runs'], run.stderr)


def test_lanes_that_differ():
    # Constants by command are a little off, those in pipelines are not: both are legal.
    case = changed(BlendState={'RenderTarget': [{'BlendEnable': True, 'SrcBlend': 'BLEND_FACTOR', 'DestBlend': 'ZERO'}]},
                   BlendFactor=[0.2998, 0.5, 0.75, 1], RTVFormats=['R8G8B8A8_UNORM'],
                   pixels=[{'src': [[1, 1, 1, 1]], 'dst': [[0.1, 0.2, 0.3, 0.4]]}])
    with tempfile.TemporaryDirectory() as folder:
        env = {**faulty(folder, '', 0), 'FAULTY_DRIVER_NUDGE': '1'}
        words = ['--lane', 'static,static+static-constants,static+dynamic-rendering', '--validation', 'off']
        got, lanes = lanes_of('lanes differ', *words, case=case, env=env)
        check('lanes differ', got['verdict'] == 'quality-warning', got['verdict'], got['reason'])
        check('lanes differ', all(word in got['reason'] for word in (
            'static render-pass and static render-pass static-constants', 'pixel 0 target 0 sample 0 r: 77', 'and 76')), got['reason'])
        equal = [(lane['verdict'], lane['equal']) for lane in lanes.values()]
        check('lanes differ', equal == [('pass', True), ('pass', False), ('pass', True)], equal)
        expect('lanes differ, in words', ombre('draw', '-', *words, case=case, env=env), 0,
               ['verdict quality-warning', 'replay  ombre draw', '--lane static,static+static-constants'])


# A feature, a case that cannot do without it, and the plans of its targets then.
EMULATED = [('independentBlend', 'om.mrt.half_integer.03', {'split', 'none'}),
            ('dualSrcBlend', 'om.color_dual.r8g8b8a8_unorm.src1_color-one-add', {'shader'}),
            ('logicOp', 'om.logic.r8_uint.xor', {'shader'}),
            ('formatBlend', 'om.color.r8g8b8a8_unorm.src_alpha-inv_src_alpha-add', {'shader'})]


def plans_of(got):
    return {target['plan'] for target in got['pixels'][0]['targets'] if target}


def test_draw_without():
    """What the device is not to do is emulated, and as right."""
    for feature, name, plans in EMULATED:
        case = json.loads(ombre('show', name).stdout)
        run = expect(f'without {feature}', ombre('draw', '--without', feature, '--validation=sync', '--json', '-', case=case), 0)
        got = parsed(f'without {feature}', run)
        check(f'without {feature}', got['verdict'] == 'pass' and got['without'] == [feature], got['reason'])
        check(f'without {feature}', plans_of(got) <= plans and plans & plans_of(got), plans_of(got))
        check(f'without {feature}', {control['state'] for control in got['controls'].values()} == {'right'}, got['controls'])
        check(f'without {feature}', got['order'] == ('raster-order' if 'shader' in plans else None), got['order'])
        less = f'{feature},rasterizationOrderColorAttachmentAccess'
        got = parsed(less, expect(less, ombre('draw', '--without', less, '--json', '-', case=case), 0))
        check(less, got['verdict'] == 'pass' and got['order'] == ('barrier' if 'shader' in plans else None), got['order'])
    # Better than the baseline has it, which is of the output merger.
    expect('better', ombre('run', 'om.logic.r10g10b10a2_uint.*', '--without=logicOp'), 0, ['Pass 16', 'verdict as expected'])
    got = parsed('compared', expect('compared', ombre('draw', '--compare-emulated', '--json', '-', case=GOOD), 0))
    emulated = got['emulated']
    check('compared', got['verdict'] == emulated['verdict'] == 'pass' and emulated['reason'] == '' and
          emulated['compared'] >= 4 and emulated['different'] <= emulated['compared'], emulated)
    expect('compared', ombre('draw', '--compare-emulated', '-', case=GOOD), 0, 'emulated pass; other bits in ')
    run = expect('run compared', ombre('run', 'om.output.*', '--compare-emulated', '--json', '--warnings=pass'), 0)
    check('run compared', parsed('run compared', run)['runs'][0]['counts']['Fail'] == 0, run.stdout)


# --- run ---------------------------------------------------------------------

FEW = ['om.alpha.*-one-add', 'om.output.*', 'om.coverage.export.1x']


def test_run():
    count = len(ombre('list', *FEW).stdout.split())
    run = expect('run', ombre('run', *FEW), 0, ['verdict as expected', 'Pass', f'{count} of {count} cases'])
    for jobs in ('1', '3'):
        got = parsed('run', expect('run', ombre('run', '-j', jobs, '--json', *FEW), 0))['runs'][0]
        check('run', got['complete'] and len(got['results']) == count and got['exit'] == 0, got['counts'])
        check('run', sum(got['counts'].values()) == count and got['counts']['Pass'] > count / 2, got['counts'])
        check('run', got['unexpected'] == 0 and got['jobs'] == int(jobs) and got['device']['driverName'], got)
    expect('run without Vulkan', ombre('run', env={'VK_ICD_FILENAMES': '/none', 'VK_DRIVER_FILES': '/none'}), 3)
    expect('run on no device', ombre('run', '-d', '77'), 2, err='--device')
    run = expect('nothing tested', ombre('run', 'om.store.r8_uint', '--lane', 'library', '--without',
                                           'graphicsPipelineLibrary'), 77, 'NotSupported 1')


def test_run_baseline():
    """Known results are expected; better ones are told, too."""
    rows = [('om.output.undeclared.first,Fail', 1, 'UnexpectedPass'), ('om.output.undeclared.first,Pass', 0, 'as expected'),
            ('om.output.undeclared.first,Fail\nom.output.*,Pass', 0, 'as expected'), ('om.other.*,Fail # comment', 0, 'as expected'),
            ('om.output.undeclared.first,Fail @ another driver', 0, 'as expected'), ('# only a comment\n\n', 0, 'as expected'),
            ('om.output.undeclared.first', 2, 'want GLOB,Status'), ('om.output.undeclared.first,Bad', 2, 'status')]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, 'baseline.txt')
        for text, code, words in rows:
            path.write_text(text + '\n')
            run = ombre('run', 'om.output.undeclared.first', '--warnings=pass', '--baseline', str(path))
            check(f'baseline {text}', run.returncode == code and words in run.stdout + run.stderr, run.returncode,
                  run.stdout, run.stderr)
    expect('no such baseline', ombre('run', 'om.output.undeclared.first', '--baseline', 'no/such'), 2, err='no/such')


def results_in(folder):
    """Lines of results, whole ones, in the order in which they came."""
    lines = pathlib.Path(folder, 'results.jsonl').read_text().splitlines()
    return [line for line in map(json.loads, lines) if 'case' in line]


def test_run_output():
    with tempfile.TemporaryDirectory() as folder:
        where = os.path.join(folder, 'run')
        expect('output', ombre('run', '-o', where, *FEW), 0)
        rows = results_in(where)
        check('output', {row['case'] for row in rows} == set(ombre('list', *FEW).stdout.split()), rows)
        check('output', all(row['seconds'] >= 0 for row in rows), rows)
        got = json.loads(pathlib.Path(where, 'run.json').read_text())
        check('output', got['cases']['selected'] == len({row['case'] for row in rows}), got)
        check('output', pathlib.Path(where, 'failures.csv').exists())
        expect('output twice', ombre('run', '-o', where, *FEW), 3, err='exists')
        expect('output nowhere', ombre('run', '-o', '/dev/null/x', *FEW), 3, err='--output')


def test_run_interrupted():
    """A run that is interrupted tells what it has, and ends by the signal."""
    for number in (signal.SIGINT, signal.SIGTERM):
        with tempfile.TemporaryDirectory() as folder:
            where = os.path.join(folder, 'run')
            rows = pathlib.Path(where, 'results.jsonl')
            # Signals that this process ignores are ignored by what it starts.
            process = subprocess.Popen([OMBRE, 'run', '--json', '-j', '2', '-o', where, '!om.color.*'], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
            until = time.monotonic() + 60
            while time.monotonic() < until and not (rows.exists() and '"case"' in rows.read_text()):
                time.sleep(0.05)
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            check('interrupted', process.returncode == -number, process.returncode, err)
            got = json.loads(out)['runs'][0]
            lines = results_in(where)
            check('interrupted', got['complete'] is False and len(lines) == len(got['results']) > 0, len(lines))
            check('interrupted', got['counts']['Crash'] == 0, got['counts'])
            check('interrupted', '"complete": false, "exit": 3' in rows.read_text().splitlines()[-1])


def test_run_memory():
    """Whatever the budget, the same results; none at all if a case alone needs more."""
    want = parsed('memory', ombre('run', 'om.mask.plain.*', '--json', '-j1'))['runs'][0]
    for size in ('1M', '2048k'):
        got = parsed('memory', expect(f'memory {size}', ombre('run', 'om.mask.plain.*', '--json', '-j1', '--memory', size), 0))
        check(f'memory {size}', got['runs'][0]['counts'] == want['counts'], got['runs'][0]['counts'])
    many = changed(pixels=GOOD['pixels'] * 30000)
    run = expect('memory for one', ombre('draw', '-', '--json', '--memory=1M', case=many), 3)
    check('memory for one', 'budget' in parsed('memory for one', run)['reason'], run.stdout[:400])
    for size in ('', '0', '1023K', '-1', '1T', '1MM', 'M', '1.5G', '99999999999999999999', '18014398509481985K', ' 1G'):
        expect(f'memory "{size}"', ombre('run', 'om.mask.plain.*', f'--memory={size}'), 2, err='--memory')


def test_run_pipeline_cache():
    """A file of its own kind is made, taken, mended; nothing else is touched."""
    words = ['run', 'om.mask.plain.r', '-j1']
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, 'cache')
        expect('pipeline cache', ombre(*words, '--pipeline-cache', str(path)), 0)
        made = path.read_bytes()
        check('pipeline cache', made.startswith(b'OMBREPC1') and len(made) >= 56, made[:64])
        # Bytes that are not as they were are passed over, and written anew.
        for name, data in (('the same', made), ('short', made[:40]), ('long', made + b'x'), ('flipped', made[:60] + b'~' + made[61:]),
                           ('header', made[:30] + b'~~' + made[32:]), ('size', made[:8] + b'\xff' * 8 + made[16:])):
            path.write_bytes(data)
            expect(f'pipeline cache, {name}', ombre(*words, '--pipeline-cache', str(path)), 0)
            now = path.read_bytes()
            check(f'pipeline cache, {name}', now.startswith(b'OMBREPC1') and int.from_bytes(now[8:16], 'little') == len(now) - 24)
        check('pipeline cache', [entry.name for entry in pathlib.Path(folder).iterdir()] == ['cache'])
        other = pathlib.Path(folder, 'other')
        for data in (b'my thesis', b'', b'OMBREP'):
            other.write_bytes(data)
            expect('no pipeline cache', ombre(*words, '--pipeline-cache', str(other)), 2, err='left as it is')
            check('no pipeline cache', other.read_bytes() == data)
        fifo = pathlib.Path(folder, 'fifo')
        os.mkfifo(fifo)
        for where in (folder, fifo):
            expect('no pipeline cache', ombre(*words, '--pipeline-cache', str(where)), 2, err='--pipeline-cache')
        run = expect('nowhere', ombre(*words, '--pipeline-cache', '/nowhere/cache'), 0, err='cannot be written')


# --- Drivers that misbehave ----------------------------------------------------

FAULTS = [('crash', 'Crash', 'crash', 'signal 11'), ('hang', 'Timeout', 'timeout', 'within 1 second'),
          ('lost', 'DeviceLost', 'device-lost', '')]


def test_faults():
    with tempfile.TemporaryDirectory() as folder:
        got = parsed('no fault', expect('no fault', ombre('draw', '-', '--json', case=GOOD, env=faulty(folder, '', 0)), 0))
        check('no fault', got['verdict'] == 'pass', got['reason'])
        for fault, status, verdict, reason in FAULTS:
            # Only a hang is to run into the limit; on a busy machine all else may come near it, too.
            timeout = '1' if fault == 'hang' else '30'
            words = ['--timeout', timeout, '--validation', 'off', '--json']
            run = expect(f'draw {fault}', ombre('draw', '-', *words, case=GOOD, env=faulty(folder, fault, 0)), 1)
            got = parsed(f'draw {fault}', run)
            check(f'draw {fault}', got['verdict'] == verdict and reason in got['reason'] and got['pixels'] == [], got)
            expect(f'draw {fault} in words',
                   ombre('draw', '-', *words[:-1], case=GOOD, env=faulty(folder, fault, 0)), 1, f'verdict {verdict}')
            # One case is lost, and only one.
            for jobs in ('1', '2'):
                name = f'run {fault} -j{jobs}'
                for limit in (timeout, '20'):
                    run = expect(name, ombre('run', 'om.output.*', '--baseline=none', '--warnings=pass', '-j', jobs,
                                             '--timeout', limit, '--json', env=faulty(folder, fault, 5)), 1, err=status)
                    counts = parsed(name, run)['runs'][0]['counts']
                    if counts['Timeout'] < 2:
                        break
                check(name, counts[status] == 1 and sum(counts.values()) == 10 and counts['Fail'] == 0, counts)
        rows = [('exit', '_exit(7)', 'exit code 7'), ('start', 'raise(SIGSEGV)', 'signal 11')]
        for name, code, err in rows:
            source, library = pathlib.Path(folder, name + '.c'), pathlib.Path(folder, f'lib{name}.so')
            source.write_text(STARTER % code)
            subprocess.run([*os.environ.get('CC', 'cc').split(), '-shared', '-fPIC', '-o', library, source], check=True)
            env = faulty(folder, '', 0)
            pathlib.Path(env['VK_ICD_FILENAMES']).write_text(json.dumps({'file_format_version': '1.0.0', 'ICD': {
                'library_path': str(library), 'api_version': '1.3.0'}}))
            run = expect(name, ombre('draw', '-', case=GOOD, env=env), 3, err=err)
            check(name, run.stdout == '', run.stdout)


# What a driver does whenever it draws with a certain mask, and what must be said of the case that has it.
TRAPS = [('crash', 'Crash', 'signal 11'), ('hang', 'Timeout', 'within'), ('lost', 'DeviceLost', 'device lost'),
         ('stray', 'Fail', 'outside every draw')]


def test_blame():
    """Of cases that are drawn together, the one that breaks the batch is told, and no other."""
    mask = 5
    guilty = {'om.mask.plain.rb'}
    ids = set(ombre('list', 'om.mask.plain.*').stdout.split())
    check('blame', guilty < ids and len(ids) == 16, ids)
    with tempfile.TemporaryDirectory() as folder:
        for fault, status, reason in TRAPS:
            env = {**faulty(folder, '', 0), 'FAULTY_DRIVER_TRAP': fault, 'FAULTY_DRIVER_TRAP_MASK': str(mask)}
            # A busy machine may take its time over innocent ones.
            for limit in ('2', '10') if fault == 'hang' else ('30',):
                run = expect(f'blame {fault}', ombre('run', 'om.mask.plain.*', '--baseline=none', '--warnings=pass', '-j1',
                                                     '--timeout', limit, '--json', env=env), 1, err=status)
                results = parsed(f'blame {fault}', run)['runs'][0]['results']
                blamed = {result['case'] for result in results if result['expectation'] == 'unexpected'}
                if blamed == guilty:
                    break
            check(f'blame {fault}', blamed == guilty and len(results) == 16, blamed)
            for result in results:
                check(f'blame {fault}', result['case'] not in guilty or
                      (result['status'] == status and reason in result['reason']), result)
        # A batch that goes wrong though each of its cases is well alone is told, too: by whoever saw it.
        for fault, status in (('crash', 'Crash'), ('lost', 'DeviceLost')):
            run = expect(f'{fault}, nobody', ombre('run', 'om.mask.plain.*', '--baseline=none', '--warnings=pass', '-j1', '--json',
                                                   env=faulty(folder, fault, 4)), 1, err=status)
            results = parsed(f'{fault}, nobody', run)['runs'][0]['results']
            wrong = [result for result in results if result['expectation'] == 'unexpected']
            check(f'{fault}, nobody', len(results) == 16 and len(wrong) == 1 and wrong[0]['status'] == status and
                  'and with none alone' in wrong[0]['reason'], wrong)


# Commands that a driver leaves out, and what must be said of it.
DROPS = [('vkCmdCopyBufferToImage', 'internal-error', 'upload'),
         ('vkCmdCopyImageToBuffer', 'internal-error', 'read-back'),
         ('vkCmdDraw', 'internal-error', 'operand path'),
         ('vkCmdSetBlendConstants', 'fail', 'pixel 0 target 0')]


def test_controls():
    """What is wrong with a measurement is not blamed on blending."""
    case = json.loads(ombre('show', 'om.color.r8g8b8a8_unorm.blend_factor-inv_blend_factor-add').stdout)
    with tempfile.TemporaryDirectory() as folder:
        for drop, verdict, reason in DROPS:
            env = {**faulty(folder, '', 0), 'FAULTY_DRIVER_DROP': drop}
            run = expect(f'without {drop}', ombre('draw', '-', '--validation=off', '--json', case=case, env=env),
                         1 if verdict == 'fail' else 3)
            got = parsed(f'without {drop}', run)
            check(f'without {drop}', got['verdict'] == verdict and got['reason'].startswith(reason), got['reason'])
            judged = [channel['ok'] for pixel in got['pixels'] for target in pixel['targets']
                      for channel in target['channels'].values()]
            check(f'without {drop}', judged and (False in judged) == (verdict == 'fail') and
                  (None in judged) == (verdict != 'fail'), judged[:8])
            wrong = [name for name, control in got['controls'].items() if control['state'] == 'wrong']
            check(f'without {drop}', bool(wrong) == (verdict != 'fail'), wrong)
            expect(f'without {drop}, in words',
                   ombre('draw', '-', '--validation=off', case=case, env=env), run.returncode, f'verdict {verdict}')


def test_second_draw():
    """What is wrong with the second of two equal draws is no less a wrong measurement."""
    case = changed(BlendState={}, RTVFormats=['R8_UNORM'], pixels=[{'src': [[0.2, 0, 0, 0]], 'dst': [[0.4, 0, 0, 0]]}])
    with tempfile.TemporaryDirectory() as folder:
        # The first draw uploads one target, and reads back that and the echo.
        for drop, keep, path in (('vkCmdCopyBufferToImage', 1, 'upload'), ('vkCmdCopyImageToBuffer', 2, 'read-back')):
            env = {**faulty(folder, '', 0), 'FAULTY_DRIVER_DROP': drop, 'FAULTY_DRIVER_KEEP': str(keep)}
            run = expect(f'second {path}', ombre('draw', '-', '--validation=off', '--json', case=case, env=env), 3)
            got = parsed(f'second {path}', run)
            check(f'second {path}', got['verdict'] == 'internal-error' and got['reason'].startswith(path), got['reason'])


def test_idle():
    """A submission that is done at once, because nothing is, is told: what an earlier one left is no result."""
    with tempfile.TemporaryDirectory() as folder:
        for after in (0, 1):
            run = expect(f'idle after {after}', ombre('draw', '-', '--validation=off', '--json', case=GOOD,
                                                      env=faulty(folder, 'idle', after)), 3)
            got = parsed(f'idle after {after}', run)
            check(f'idle after {after}', got['verdict'] == 'internal-error' and 'said to be done' in got['reason'], got['reason'])


# Faults of an output merger (faulty/wrong_state.c), and a case that must fail for each.
WRONG_BLENDS = [
    ('swap-factors', 'om.color.r8g8b8a8_unorm.src_alpha-inv_src_alpha-add'),
    ('alpha-as-color', 'om.alpha.r8g8b8a8_unorm.src_alpha-one-add'),
    ('second-as-first', 'om.color_dual.r8g8b8a8_unorm.src1_color-one-add'),
    ('second-alpha-as-color', 'om.color_dual.r8g8b8a8_unorm.src1_alpha-one-add'),
    ('constant-alpha-as-color', 'om.color.r8g8b8a8_unorm.alpha_factor-one-add'),
    ('saturate-as-source-alpha', 'om.color.r8g8b8a8_unorm.src_alpha_sat-one-add'),
    ('subtract-reversed', 'om.color.r8g8b8a8_unorm.one-src_color-subtract'),
    ('op.alpha.min.as.max', 'om.alpha.r8g8b8a8_unorm.min'),
    ('never-blends', 'om.color.r8g8b8a8_unorm.src_alpha-inv_src_alpha-add'),
    ('first-for-all', 'om.output.all'),
    ('mask-of-first', 'om.mask.plain.rg'),
    ('mask-ignored', 'om.mask.blended.rgb'),
    ('logic-ignored', 'om.logic.r8_uint.xor'),
    ('logic-reversed', 'om.logic.r8_uint.and_reverse'),
    ('no-alpha-to-coverage', 'om.coverage.a2c.4x'),
    ('constants-clamped', 'om.mrt.half_integer.03'),
]


def test_wrong_blends():
    """A blend that is wrong, all else being right, is a failure and nothing less."""
    drawn = 0
    with tempfile.TemporaryDirectory() as folder:
        env = faulty(folder, '', 0)
        for fault, name in WRONG_BLENDS:
            case = json.loads(ombre('show', name).stdout)
            words = ['draw', '-', '--validation=off', '--json']
            right = parsed(name, ombre(*words, case=case, env=env))
            if right['verdict'] == 'not-supported' or 'shader' in plans_of(right):
                continue
            drawn += 1
            check(fault, right['verdict'] in ('pass', 'compatibility-warning'), right['reason'])
            run = expect(fault, ombre(*words, case=case, env={**env, 'FAULTY_DRIVER_BLEND': fault}), 1)
            got = parsed(fault, run)
            check(fault, got['verdict'] == 'fail' and got['reason'].startswith('pixel '), got['reason'])
            marks = [channel['ok'] for pixel in got['pixels'] for target in pixel['targets'] if target
                     for sample in target.get('samples', [target]) for channel in sample['channels'].values()]
            check(fault, False in marks and None not in marks, marks[:8])
            wrong = {name for name, control in got['controls'].items() if control['state'] == 'wrong'}
            check(fault, wrong <= {'keep'}, wrong)
        check('wrong blends', drawn >= 10, drawn)
        # Where no texel of the case is wrong, what does not keep is not trusted.
        plain = changed(BlendState={}, RTVFormats=['R8_UNORM'], pixels=[{'src': [[0.2, 0, 0, 0]], 'dst': [[0.4, 0, 0, 0]]}])
        run = ombre('draw', '-', '--validation=off', '--json', case=plain, env={**env, 'FAULTY_DRIVER_BLEND': 'swap-factors'})
        got = parsed('plain store', expect('plain store', run, 3))
        check('plain store', got['verdict'] == 'internal-error' and 'did not keep' in got['reason'], got['reason'])


# A driver that ends the process as soon as it is loaded.
STARTER = '''
#include <signal.h>
#include <unistd.h>
__attribute__((constructor)) static void start(void) { %s; }
'''


finish([test_devices, test_draw, test_draw_lanes, test_lanes_that_differ, test_draw_files, test_draw_without, test_run, test_run_baseline, test_run_output, test_run_interrupted, test_run_memory, test_run_pipeline_cache,
        test_faults, test_blame, test_controls, test_second_draw, test_idle, test_wrong_blends])

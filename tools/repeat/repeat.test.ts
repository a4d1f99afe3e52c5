import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseOptions } from './options.ts';
import { keepBusy, runOnce, type Run } from './run.ts';

describe('npm run repeat', () => {
  let folder: string;
  let logs: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'authly-checkout-'));
    logs = join(folder, 'out');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a checkout whose `npm test` is this script. */
  async function run(script: string, signal = new AbortController().signal): Promise<Run> {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', scripts: { test: 'node test.js' } }));
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    writeFileSync(
      join(folder, 'test.js'),
      `require('fs').writeFileSync(${JSON.stringify(join(folder, 'where'))}, process.cwd());${script}`,
    );
    writeFileSync(join(folder, '.gitignore'), 'node_modules\nout\nwhere\n');
    mkdirSync(join(folder, 'node_modules', 'a'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), '{}');
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '--quiet', '--message', 'x');
    writeFileSync(join(folder, 'not-committed'), '');
    return runOnce(1, { checkout: folder, logs, script: 'test' }, signal);
  }
  const clone = (): string => readFileSync(join(folder, 'where'), 'utf8');

  it('runs in a clone with the committed files, the installed modules and an empty home, and removes it after a pass', async () => {
    const passed = await run(
      `const { readdirSync, existsSync } = require('fs');
       const home = readdirSync(process.env.HOME).filter((name) => name !== '.npm');
       process.exitCode = home.length === 0 && existsSync('node_modules/a') && !existsSync('not-committed') ? 0 : 1;`,
    );
    expect(passed).toEqual({ number: 1, passed: true, seconds: expect.any(Number) });
    expect([existsSync(clone()), readdirSync(logs)]).toEqual([false, []]);
  });

  it('keeps the whole output of a failed run', async () => {
    const { passed, log } = await run(`console.log('out'); console.error('err'); process.exitCode = 3;`);
    expect(passed).toBe(false);
    expect(readFileSync(log!, 'utf8')).toMatch(/out[^]*err/);
    expect(existsSync(clone())).toBe(false);
  });

  it('ends a stopped run and removes its files', async () => {
    const stop = new AbortController();
    const running = run(`setInterval(() => {}, 1000);`, stop.signal);
    await expect.poll(() => existsSync(join(folder, 'where')) && clone() !== '').toBe(true);
    stop.abort();
    expect((await running).passed).toBe(false);
    expect([existsSync(clone()), readdirSync(logs)]).toEqual([false, []]);
  });

  it('--busy keeps every core busy until it is disposed of', async () => {
    const load = keepBusy(2);
    const pids = load.processes.map(({ pid }) => pid!);
    expect(pids).toHaveLength(2);
    load[Symbol.dispose]();
    await expect.poll(() => load.processes.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL']);
  });

  it.each([['0'], ['-1'], ['many'], ['']])('refuses --times %j', (times) => {
    expect(() => parseOptions([`--times=${times}`])).toThrow('--times must be a whole number');
  });

  it('reads its options', () => {
    expect(parseOptions([])).toEqual({ times: 5, deep: false, busy: false, json: false });
    expect(parseOptions(['--times', '7', '--deep', '--busy', '--json'])).toEqual({
      times: 7,
      deep: true,
      busy: true,
      json: true,
    });
    expect(() => parseOptions(['--bussy'])).toThrow('--bussy');
  });
});

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'repeat.sh');

describe('npm run repeat', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'authly-checkout-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A checkout whose `npm test` is this script. */
  function makeCheckout(script: string): void {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', scripts: { test: 'node test.js' } }));
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    const where = JSON.stringify(join(folder, 'where'));
    writeFileSync(join(folder, 'test.js'), `require('fs').writeFileSync(${where}, process.cwd());${script}`);
    writeFileSync(join(folder, '.gitignore'), 'node_modules\nout\nwhere\n');
    mkdirSync(join(folder, 'node_modules', 'a'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), '{}');
    mkdirSync(join(folder, 'tools'));
    cpSync(SCRIPT, join(folder, 'tools', 'repeat.sh'));
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '--quiet', '--message', 'x');
    writeFileSync(join(folder, 'not-committed'), '');
  }

  let pid: number;
  const repeat = (...args: string[]) => {
    const running = promisify(execFile)(join(folder, 'tools', 'repeat.sh'), args);
    pid = running.child.pid!;
    return running;
  };
  const failed = (...args: string[]) =>
    repeat(...args).then(
      () => expect.fail('it passed'),
      (error: { code: number; stdout: string }) => error,
    );
  const stop = () => process.kill(pid, 'SIGTERM');
  const clone = (): string => readFileSync(join(folder, 'where'), 'utf8');
  const logs = (): string[] => readdirSync(join(folder, 'out', 'repeat'), { recursive: true, encoding: 'utf8' });

  it('runs in a clone with the committed files, the installed modules and an empty home, and removes it after a pass', async () => {
    makeCheckout(
      `const { readdirSync, existsSync } = require('fs');
       const home = readdirSync(process.env.HOME).filter((name) => name !== '.npm');
       process.exitCode = home.length === 0 && existsSync('node_modules/a') && !existsSync('not-committed') ? 0 : 1;`,
    );
    const { stdout } = await repeat('--times', '2');
    expect(stdout).toMatch(/1 of 2 {2}passed[^]*2 of 2 {2}passed[^]*2 of 2 passed, 0 failed/);
    expect([existsSync(clone()), logs()]).toEqual([false, []]);
  });

  it('--fresh leaves the installed modules and the caches out', async () => {
    makeCheckout(
      `const { existsSync, writeFileSync } = require('fs');
       const kept = require('os').tmpdir() + '/kept';
       process.exitCode = existsSync('node_modules') || existsSync(kept) ? 1 : 0;
       writeFileSync(kept, '');`,
    );
    expect((await repeat('--fresh', '--times=2')).stdout).toContain('2 of 2 passed, 0 failed');
  });

  it('prints which tests failed, and keeps the whole output of a failed run', async () => {
    makeCheckout(
      `console.log('out'); console.error('err\\nNot everything holds (1 s).\\n\\n✗ a.test.ts > fails'); process.exitCode = 3;`,
    );
    const { code, stdout } = await failed('--times=1');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/✗ a.test.ts > fails[^]*0 of 1 passed, 1 failed/)]);
    const log = /FAILED +\d+ s +(\S+)/.exec(stdout)![1]!;
    expect(readFileSync(log, 'utf8')).toMatch(/out[^]*err/);
    expect(existsSync(clone())).toBe(false);
  });

  it('ends a stopped run and removes its files', async () => {
    makeCheckout(`setInterval(() => {}, 1000);`);
    const running = failed('--times=1');
    await expect.poll(() => existsSync(join(folder, 'where')) && clone() !== '').toBe(true);
    stop();
    expect((await running).code).toBe(1);
    expect([existsSync(clone()), logs()]).toEqual([false, []]);
  });

  it('--busy keeps every core busy until the script ends', async () => {
    makeCheckout(`setInterval(() => {}, 1000);`);
    const running = failed('--busy');
    await expect.poll(() => existsSync(join(folder, 'where'))).toBe(true);
    const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    // The run is one more.
    expect(started.length).toBeGreaterThan(availableParallelism());
    stop();
    await running;
    await expect.poll(() => started.filter((each) => existsSync(`/proc/${each}`))).toEqual([]);
  });

  it.each(['--times=0', '--times=-1', '--times=many', '--times=', '--times', '--bussy'])('refuses %s', (option) => {
    const { status, stderr } = spawnSync(SCRIPT, [option], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining(option.split('=')[0]!)]);
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../apps/service/src/config/settings.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, 'systemd', name), 'utf8');
const unit = read('authly.service');
const ANALYZE = '/usr/bin/systemd-analyze';

describe('the unit for systemd', () => {
  it('uses the same settings and user as the command line', () => {
    expect(unit).toMatch(/^User=authly$/m);
    expect(unit).toMatch(/^EnvironmentFile=\/etc\/authly\/authly\.env$/m);
    const names = Object.keys(parseEnv(read('authly.env').replaceAll(/^#(?=AUTHLY_)/gm, '')));
    expect(names.filter((name) => !(name in SETTINGS))).toEqual(['NODE_ENV']);
  });

  it('the command line reads every setting as systemd does, with any characters', () => {
    const folder = mkdtempSync(join(tmpdir(), 'authly-command-'));
    const env = join(folder, 'authly.env');
    const url = 'postgres://a:b%23$HOME#`id`@db/authly?sslmode=verify-full&x="y z"';
    // The last value of a name counts. The last line has no line feed.
    const lines = ['# AUTHLY_PORT=1', 'AUTHLY_ENV=test', '', '#AUTHLY_HOST=x', 'AUTHLY_ENV=production'];
    writeFileSync(env, [...lines, `AUTHLY_DATABASE_URL=${url}`].join('\n'));
    // Instead of changing the user: prints the arguments that `ps` shows, and runs the command.
    const runuser = join(folder, 'runuser');
    writeFileSync(runuser, `#!/bin/sh\ntr '\\0' '\\n' </proc/$$/cmdline >${folder}/seen\nshift 3\nexec "$@"\n`, {
      mode: 0o755,
    });
    const script = read('authly')
      .replace('/etc/authly/authly.env', env)
      .replace('/opt/authly/bin/authly', process.execPath);
    const told = execFileSync('sh', ['-c', script, 'authly', '-p', 'JSON.stringify(process.env)', 'two words'], {
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin` },
    });
    const seen = readFileSync(join(folder, 'seen'), 'utf8');
    rmSync(folder, { recursive: true });
    expect(JSON.parse(told)).toMatchObject({ AUTHLY_ENV: 'production', AUTHLY_DATABASE_URL: url });
    expect(JSON.parse(told)).not.toHaveProperty('AUTHLY_HOST');
    expect(seen).toContain('two words');
    expect(seen).not.toContain('postgres://');
  });

  it('the guide’s lines replace the master key any number of times, and never overwrite one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'authly-master-key-'));
    const guide = readFileSync(join(import.meta.dirname, '../docs/guides/rotate-keys.md'), 'utf8');
    const [, lines = ''] = /^## Master key\n\n```sh\n([^]*?)^systemctl/m.exec(guide)!;
    const here = lines.replaceAll('/etc/authly', folder).replaceAll('-g authly ', '');
    writeFileSync(join(folder, 'master-key'), 'the first');
    writeFileSync(join(folder, 'authly.env'), `AUTHLY_MASTER_KEY_FILE=${folder}/master-key\n`);
    let before = 'the first';
    for (const day of ['2027-01-01', '2028-01-01', '2029-01-01']) {
      execFileSync('bash', ['-euc', `date() { echo ${day}; }\n${here}`]);
      const env = parseEnv(readFileSync(join(folder, 'authly.env'), 'utf8'));
      expect(readFileSync(env['AUTHLY_MASTER_KEY_PREVIOUS_FILE']!, 'utf8')).toBe(before);
      before = readFileSync(env['AUTHLY_MASTER_KEY_FILE']!, 'utf8');
    }
    rmSync(folder, { recursive: true });
  });

  it('supports reload, and restarts a process that hangs, without a core dump', () => {
    expect(unit).toMatch(/^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
    expect(unit).toMatch(/^WatchdogSec=30\nWatchdogSignal=SIGKILL$/m);
    expect(unit).toMatch(/^LimitCORE=0\nRestart=on-failure\n.*\nRestartPreventExitStatus=78$/m);
  });

  it.runIf(existsSync(ANALYZE))('passes systemd-analyze, if installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'authly-unit-'));
    // The program of the unit is not installed here.
    const file = join(folder, 'authly.service');
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    const { status, stdout, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});

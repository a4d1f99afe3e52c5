import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, startSandboxProcess, stopSandboxProcess, type SandboxProcess } from './sandbox-process.ts';

describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-sandbox-'));
  const running: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of running) await stopSandboxProcess(child);
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (
    dataDir: string,
    env: Record<string, string> = {},
    command?: readonly [string, ...string[]],
  ): Promise<SandboxProcess> =>
    startSandboxProcess({ dataDir, env: { HOME: folder, ...env }, ...(command && { command }) }, (child) =>
      running.push(child),
    );

  async function token(facts: Record<string, string>): Promise<number> {
    const agent = new Agent({ connect: { ca: readFileSync(facts['ca_file']!, 'utf8') } });
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: facts['client_id']!,
      client_secret: facts['client_secret']!,
    });
    const { statusCode, body: answer } = await request(`${facts['base_url']}/oauth/token`, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
    await answer.text();
    await agent.close();
    return statusCode;
  }

  /** Starting is slow, so the tests share one sandbox. */
  const dataDir = join(folder, '.authly');
  let first: SandboxProcess;
  beforeAll(async () => (first = await start(dataDir)), 120_000);

  it('writes sandbox.json (0600) with everything a script needs, paths absolute and URLs without a slash at the end', async () => {
    const { facts } = first;
    expect(Object.keys(facts)).toEqual([
      'base_url',
      'hosted_ui_url',
      'merchant_id',
      'client_id',
      'client_secret',
      'ca_file',
      'merchant_bio_base_url',
      'shop_url',
      'ops_url',
      'app_url',
      'try_url',
      'console_url',
    ]);
    expect(statSync(join(dataDir, 'sandbox.json')).mode & 0o777).toBe(0o600);
    expect(isAbsolute(facts['ca_file']!)).toBe(true);
    for (const [name, value] of Object.entries(facts))
      if (name.endsWith('_url')) expect(value).toMatch(/^https?:\/\/.*[^/]$/);
    expect(await token(facts)).toBe(200);
    const ready = await request(`${facts['ops_url']}/readyz`);
    expect(ready.statusCode).toBe(200);
    await ready.body.text();
    expect(existsSync(join(dataDir, 'shop'))).toBe(true);
  });

  /** The README's lines in a terminal: no option of the shell stops at an error. */
  function typeReadmeLines(): Promise<{ stdout: string; stderr: string }> {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const [, lines = ''] = [...readme.matchAll(/```sh\n([^]*?)```/g)].find(([, text]) =>
      text!.includes('/oauth/token'),
    )!;
    return promisify(execFile)('bash', ['-c', lines], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
      timeout: 60_000,
    });
  }

  it('the README’s commands, next to a running sandbox, end in a succeeded session', { timeout: 120_000 }, async () => {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const { stdout } = await typeReadmeLines();
    const result = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)) as { status: string };
    expect(result.status).toBe('succeeded');
  });

  it('a second one on the same folder fails with the address of the first, and changes nothing', {
    timeout: 120_000,
  }, async () => {
    const changed = (): number[] =>
      ['tls-cert.pem', 'sandbox.json', 'master.key'].map((name) => statSync(join(dataDir, name)).mtimeMs);
    const before = changed();
    const refusal = (await start(dataDir).catch((error: unknown) => error)) as Error & { exitCode: number };
    expect(refusal.exitCode).toBe(1);
    expect(refusal.message).toContain(
      `The sandbox did not start: a service runs on ${dataDir} already, at ${first.facts['base_url']}`,
    );
    expect(refusal.message).toMatch(/\n {2}AUTHLY_DATA_DIR='.*-2' AUTHLY_PORT=\d+ .* npm start\n/);
    expect(changed()).toEqual(before);
    expect(await token(first.facts)).toBe(200);
  });

  it('stops cleanly on SIGINT', { timeout: 120_000 }, async () => {
    expect(await stopSandboxProcess(first.child)).toBe(0);
  });

  it('the README’s commands without a sandbox stop at the first call with curl’s error', {
    timeout: 120_000,
  }, async () => {
    await expect(typeReadmeLines()).rejects.toMatchObject({
      killed: false,
      stdout: '',
      stderr: expect.stringMatching(/^curl: \(7\) [^\n]*\n$/) as string,
    });
  });

  it.each<NodeJS.Signals>(['SIGTERM', 'SIGHUP', 'SIGKILL'])(
    'a restart on the same folder keeps the credentials, and %s to npm alone leaves nothing behind',
    { timeout: 120_000 },
    async (signal) => {
      const { child, facts, output } = await start(dataDir, {}, ['npm', 'start']);
      expect(facts['client_secret']).toBe(first.facts['client_secret']);
      expect(await token(facts)).toBe(200);
      // Its output closes when its last process has ended.
      const ended = once(child, 'close') as Promise<[number | null]>;
      child.kill(signal);
      const [code] = await ended;
      expect(code).toBe(signal === 'SIGTERM' ? 0 : null);
      expect(output()).toContain('Stopping …');
      expect(output()).toContain('Stopped.');
      for (const name of ['base_url', 'shop_url', 'ops_url', 'console_url'])
        expect(await isOpen(Number(new URL(facts[name]!).port))).toBe(false);
    },
  );
});

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}

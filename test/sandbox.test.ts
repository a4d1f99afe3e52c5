import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePorts } from './free-port.ts';

const ROOT = join(import.meta.dirname, '..');

describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-sandbox-'));
  const running: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of running.splice(0)) await stop(child);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(
    dataDir: string,
    env: Record<string, string> = {},
    command: readonly [string, ...string[]] = ['node', join(ROOT, 'tools/bootstrap.mjs'), 'tools/sandbox.ts'],
  ): Promise<{ child: ChildProcess; facts: Record<string, string>; output: () => string }> {
    const [api, redirect, shop, ops] = await freePorts(4);
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        AUTHLY_DATA_DIR: dataDir,
        AUTHLY_PORT: `${api}`,
        AUTHLY_HTTP_PORT: `${redirect}`,
        AUTHLY_SHOP_PORT: `${shop}`,
        AUTHLY_OPS_PORT: `${ops}`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (text: Buffer): void => {
        output += text.toString();
        if (output.includes('sandbox is up')) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('close', (exitCode) => reject(Object.assign(new Error(output), { exitCode })));
    });
    return {
      child,
      facts: JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as Record<string, string>,
      output: () => output,
    };
  }

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

  it('writes sandbox.json (0600) with everything a script needs, paths absolute and URLs without a slash at the end', {
    timeout: 120_000,
  }, async () => {
    const dataDir = join(folder, 'first');
    const { facts } = await start(dataDir);
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

  it('stops cleanly on SIGINT, and a restart on the same folder keeps the credentials', {
    timeout: 120_000,
  }, async () => {
    const dataDir = join(folder, 'second');
    const first = await start(dataDir);
    expect(await stop(first.child)).toBe(0);
    const second = await start(dataDir);
    expect(second.facts['client_secret']).toBe(first.facts['client_secret']);
    expect(await token(second.facts)).toBe(200);
  });

  it('says which port is taken and which setting changes it', { timeout: 120_000 }, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    for (const setting of ['AUTHLY_PORT', 'AUTHLY_SHOP_PORT']) {
      await expect(start(join(folder, 'third'), { [setting]: `${port}` })).rejects.toThrow(
        new RegExp(`^The sandbox did not start: port ${port} is taken: .* set ${setting} to another$`, 'm'),
      );
    }
    taken.close();
  });

  it('a second one on the same folder is refused in a sentence that says where the first one is, and changes nothing', {
    timeout: 120_000,
  }, async () => {
    const dataDir = join(folder, 'shared');
    const { facts } = await start(dataDir);
    const files = (): (string | number)[][] => [
      ['tls-cert.pem', 'sandbox.json', 'master.key'].map((name) => statSync(join(dataDir, name)).mtimeMs),
    ];
    const before = files();
    await expect(start(dataDir)).rejects.toThrow(
      `The sandbox did not start: one runs on ${dataDir} already, at ${facts['base_url']}`,
    );
    expect(files()).toEqual(before);
    expect(await token(facts)).toBe(200);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    '%s to npm alone leaves nothing behind',
    {
      timeout: 120_000,
    },
    async (signal) => {
      const dataDir = join(folder, `by-npm-${signal}`);
      const { child, facts, output } = await start(dataDir, {}, ['npm', 'start']);
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      const [code] = await ended;
      expect(code).toBe(signal === 'SIGTERM' ? 0 : null);
      await expect.poll(output, { timeout: 60_000 }).toContain('Stopping …');
      for (const name of ['base_url', 'shop_url', 'ops_url']) {
        const port = Number(new URL(facts[name]!).port);
        await expect.poll(() => isOpen(port), { timeout: 60_000 }).toBe(false);
      }
    },
  );

  it('is never production: exit code 1 and one sentence', { timeout: 120_000 }, async () => {
    await expect(start(join(folder, 'fourth'), { AUTHLY_ENV: 'production' })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/^cannot start: AUTHLY_ENV must be test.*\n$/) as string,
    });
  });
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

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }
  return child.exitCode;
}

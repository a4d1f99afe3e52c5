import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { stopSandboxProcess, type SandboxProcess } from './sandbox-process.ts';
import { tokenStatus, useSandboxes } from './sandboxes.ts';

describe('npm start', () => {
  const { dataDir, start, typeReadmeLines } = useSandboxes();
  let first: SandboxProcess;
  beforeAll(async () => (first = await start()), 120_000);

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
    expect(await tokenStatus(facts)).toBe(200);
    const ready = await request(`${facts['ops_url']}/readyz`);
    expect(ready.statusCode).toBe(200);
    await ready.body.text();
    expect(existsSync(join(dataDir, 'shop'))).toBe(true);
  });

  it('the README’s commands, next to a running sandbox, end in a succeeded session', { timeout: 120_000 }, async () => {
    const { stdout } = await typeReadmeLines();
    const result = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)) as { status: string };
    // The log explains a failure.
    const log = readFileSync(join(dataDir, 'service.log'), 'utf8');
    expect({ ...result, output: first.output(), log }).toMatchObject({ status: 'succeeded' });
  });

  it('stops cleanly on SIGINT', { timeout: 120_000 }, async () => {
    expect(await stopSandboxProcess(first.child)).toBe(0);
  });
});

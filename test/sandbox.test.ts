import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { Agent, request, fetch as undiciFetch } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../apps/service/src/cli/cli.ts';
import { createAuthlyClient } from '../packages/merchant/src/index.ts';
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

  it('a session created right after sandbox advance lives on: the command returns when the service has followed', {
    timeout: 60_000,
  }, async () => {
    const { base_url: baseUrl, merchant_id: merchantId, ...facts } = first.facts;
    const agent = new Agent({ connect: { ca: readFileSync(facts['ca_file']!, 'utf8') } });
    const fetchFn = ((url: string, init: object) => undiciFetch(url, { ...init, dispatcher: agent })) as never;
    const credentials = { clientId: facts['client_id']!, clientSecret: facts['client_secret']! };
    const client = createAuthlyClient({ baseUrl: baseUrl!, merchantId: merchantId!, ...credentials, fetch: fetchFn });
    for (let times = 0; times < 3; times++) {
      const env = { AUTHLY_DATA_DIR: dataDir, AUTHLY_ENV: 'test' };
      let out = '';
      expect(await runCli(['node', 'authly', 'sandbox', 'advance', '11m'], env, (text) => (out += text))).toBe(0);
      expect(out).toContain('The running service has followed.');
      const { session_id } = await client.createEnrollment({ merchant_user_ref: 'user-1' });
      // A service that follows later ends the session during this wait.
      expect(await client.result(session_id, 'user-1', { wait: 1 })).toMatchObject({ status: 'created' });
    }
    await agent.close();
  });

  it('stops cleanly on SIGINT', { timeout: 120_000 }, async () => {
    expect(await stopSandboxProcess(first.child)).toBe(0);
  });
});

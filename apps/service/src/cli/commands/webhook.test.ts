import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAuthly, type CliRun } from '../../../test/cli-run.ts';
import { LoopbackServer } from '../../../test/bio-merchant.ts';

describe('authly webhook', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-cli-'));
  const caFile = join(folder, 'ca.pem');
  const env = {
    AUTHLY_ENV: 'test',
    AUTHLY_DATA_DIR: folder,
    AUTHLY_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  let server: LoopbackServer;
  let status = 200;
  let secret = '';
  beforeAll(async () => {
    server = await LoopbackServer.https((_request, response) => response.writeHead(status).end());
    writeFileSync(caFile, server.ca);
    await authly(...'merchant add --id m-1 --name Shop --bio-base-url https://shop.example'.split(' '));
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies whose shape is what they assert
  async function authly(...words: string[]): Promise<CliRun & { json: any }> {
    const run = await runAuthly([...words, '--json'], env);
    return { ...run, json: run.out === '' ? undefined : JSON.parse(run.out) };
  }
  const set = (...words: string[]) => authly('merchant', 'set', 'm-1', ...words);

  it('prints the secret only when the URL is first set', async () => {
    const first = await set('--webhook-url', `${server.url}/hook-1`, '--webhook-ca-file', caFile);
    expect(first.json).toMatchObject({ merchant_id: 'm-1', webhook_url: `${server.url}/hook-1` });
    secret = first.json.webhook_secret as string;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = await set('--webhook-url', `${server.url}/hook`);
    expect(again.json).not.toHaveProperty('webhook_secret');
    expect((await set('--webhook-ca-file', caFile)).error).toContain('goes with --webhook-url');
  });

  it('test sends an event that Standard Webhooks verifies, and prints the response', async () => {
    const { code, json } = await authly('webhook', 'test', 'm-1');
    expect([code, json]).toMatchObject([0, { delivered: true, result: '200' }]);
    const { headers, body, url } = server.seen.at(-1)!;
    expect(url).toBe('/hook');
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
      data: {},
    });
    status = 500;
    expect(await authly('webhook', 'test', 'm-1')).toMatchObject({
      code: 1,
      json: { delivered: false, result: '500' },
    });
    status = 200;
  });

  it('rotate prints a second secret, and both sign; a third one ends the first', async () => {
    const second = (await authly('webhook', 'rotate', 'm-1')).json.webhook_secret as string;
    await authly('webhook', 'test', 'm-1');
    const { headers, body } = server.seen.at(-1)!;
    for (const one of [secret, second])
      expect(new Webhook(one).verify(body, headers as Record<string, string>)).toBeDefined();
    await authly('webhook', 'rotate', 'm-1');
    await authly('webhook', 'test', 'm-1');
    const latest = server.seen.at(-1)!;
    expect(() => new Webhook(secret).verify(latest.body, latest.headers as Record<string, string>)).toThrow(
      'No matching signature',
    );
    expect((await authly('webhook', 'list')).json).toMatchObject([
      { merchant_id: 'm-1', state: 'enabled', live_secrets: 2 },
    ]);
  });

  it('rewrap encrypts its secrets again, "none" removes it, and each action has an audit entry without secret or path', async () => {
    const next = randomBytes(32).toString('base64');
    writeFileSync(join(folder, 'next.key'), next, { mode: 0o600 });
    expect((await authly('keys', 'rewrap', '--new-master-key-file', join(folder, 'next.key'))).json).toEqual({
      rewrapped: 2,
    });
    env.AUTHLY_MASTER_KEY = next;
    expect((await authly('webhook', 'test', 'm-1')).json).toMatchObject({ delivered: true });
    expect((await set('--webhook-url', 'none')).json).toMatchObject({ webhook_url: null });
    expect((await authly('webhook', 'list')).json).toEqual([]);
    const log = await authly('audit', 'list');
    expect(new Set(log.json.map(({ action }: { action: string }) => action))).toEqual(
      new Set(['merchant.add', 'webhook.set', 'webhook.test', 'webhook.rotate', 'keys.rewrap', 'webhook.remove']),
    );
    expect(log.out).not.toMatch(/whsec|hook-1|\/hook/);
  });
});

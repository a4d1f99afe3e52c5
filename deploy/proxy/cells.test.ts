import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { backUp, restore } from '../../apps/service/src/storage/sqlite/backup.ts';
import { TestService, type TestClient } from '../../apps/service/test/running-service.ts';
import { freePort } from '../../test/free-port.ts';
import { startProxy, type RunningProxy } from '../test/running-proxy.ts';

const PACE_MS = 20;
const BEHIND_PROXY = { tls: undefined, trustedProxies: ['127.0.0.1'] };

/** A merchant creates sessions through the proxy until it is stopped. */
class Merchant implements AsyncDisposable {
  readonly sessions: string[] = [];
  readonly failures: number[] = [];
  readonly #agent: Agent;
  readonly #proxy: RunningProxy;
  readonly #host: string;
  readonly #client: TestClient;
  #token = '';
  #working: Promise<void> | undefined;
  #stopped = false;

  constructor(proxy: RunningProxy, host: string, client: TestClient) {
    // The certificate is for localhost.
    this.#agent = new Agent({ connect: { ca: proxy.ca, family: 4, checkServerIdentity: () => undefined } });
    this.#proxy = proxy;
    this.#host = host;
    this.#client = client;
  }

  async start(): Promise<void> {
    const { clientId: client_id, clientSecret: client_secret } = this.#client;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const { json } = await this.#call('POST', '/oauth/token', form.toString(), 'application/x-www-form-urlencoded');
    this.#token = json['access_token'] as string;
    this.#working = this.#work();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  async read(sessionId: string): Promise<number> {
    return (await this.#call('GET', `/v1/sessions/${sessionId}/result?merchant_user_ref=user-1`)).status;
  }

  async #work(): Promise<void> {
    const body = JSON.stringify({ merchant_id: this.#client.merchantId, merchant_user_ref: 'user-1' });
    while (!this.#stopped) {
      await setTimeout(PACE_MS);
      const { status, json } = await this.#call('POST', '/v1/enrollment-sessions', body);
      if (status === 201) this.sessions.push(json['session_id'] as string);
      else this.failures.push(status);
    }
  }

  async #call(method: 'GET' | 'POST', path: string, body?: string, type = 'application/json') {
    const answer = await request(`https://localhost:${this.#proxy.port}${path}`, {
      dispatcher: this.#agent,
      method,
      headers: {
        host: this.#host,
        ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    });
    return { status: answer.statusCode, json: (await answer.body.json()) as Record<string, unknown> };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#agent.destroy();
  }
}

it('a merchant that moves to another cell under load keeps its base URL, credentials and sessions', async () => {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'authly-cells-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const map = join(folder, 'cells.map');
  const place = (cell: string): void => writeFileSync(map, `moves.authly.test ${cell}\n`);
  const first = await TestService.start({ config: BEHIND_PROXY });
  cleanup.defer(() => first.stop());
  const [moving, staying] = [await first.addMerchant(), await first.addMerchant()];
  const [port, opsPort] = [await freePort(), await freePort()];
  place('authly');
  const { api, ops } = first.service.ports;
  const proxy = cleanup.use(
    await startProxy(
      'haproxy.cfg',
      { port: api, opsPort: ops },
      {
        '#use_backend': 'use_backend',
        '/etc/haproxy/cells.map': map,
        '#backend cell2': 'backend cell2',
        '#    server cell2-1 192.0.2.20:8443 port 9464': `    server cell2-1 127.0.0.1:${port} port ${opsPort}`,
        '#backend moving': 'backend moving',
      },
    ),
  );
  const moves = cleanup.use(new Merchant(proxy, 'moves.authly.test', moving));
  const stays = cleanup.use(new Merchant(proxy, 'authly.test', staying));
  await moves.start();
  await stays.start();
  await expect.poll(() => Math.min(moves.sessions.length, stays.sessions.length)).toBeGreaterThan(5);

  place('moving');
  proxy.reload();
  await expect.poll(() => moves.failures.length).toBeGreaterThan(0);
  const before = moves.sessions.length;
  await first.service.store.merchants.suspend(moving.merchantId, first.clock.now());
  await backUp(first.folder, join(folder, 'backup'));
  const copy = join(folder, 'copy');
  await restore(copy, join(folder, 'backup'), undefined);
  const second = await TestService.start({
    folder: copy,
    config: { ...BEHIND_PROXY, port, opsPort, masterKey: first.config.masterKey },
  });
  cleanup.defer(() => second.stop());
  await second.service.store.merchants.suspend(staying.merchantId, second.clock.now());
  await second.service.store.merchants.resume(moving.merchantId);
  place('cell2');
  proxy.reload();
  await expect.poll(() => moves.sessions.length).toBeGreaterThan(before + 5);
  await Promise.all([moves.stop(), stays.stop()]);

  expect(stays.failures).toEqual([]);
  expect(new Set(moves.failures)).toEqual(new Set([503]));
  for (const merchant of [moves, stays])
    for (const session of merchant.sessions) expect(await merchant.read(session)).toBe(200);
  expect(await second.service.store.sessions.find(moves.sessions.at(-1)!)).toBeDefined();
  expect(await first.service.store.sessions.find(moves.sessions.at(-1)!)).toBeUndefined();
});

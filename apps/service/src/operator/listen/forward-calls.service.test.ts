import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createBioApi, memoryEnrollments, memoryNonces } from '@authly/merchant';
import { toNodeHandler } from '@authly/merchant/node';
import { Agent, fetch as fetchWith } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runAuthly } from '../../../test/cli-run.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import { OperatorSide } from '../../../test/operator-side.ts';

const AUTHLY = join(import.meta.dirname, '../../../bin/authly.mjs');
const NOBODY = 'https://127.0.0.1:1/bio';

onOneStore((fixture) => {
  let operator: OperatorSide;
  let server: Server;
  let to: string;
  /** Replaces the Bio API of the merchant. */
  let instead: RequestListener | undefined;
  let agent: Agent;
  let merchantId: string;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    operator = await OperatorSide.start(fixture);
    const { service } = operator;
    ({ merchantId } = await service.addMerchant({ bioBaseUrl: NOBODY, bioTimeoutMs: 10_000 }));
    agent = new Agent({ connect: { ca: service.ca } });
    const bioApi = toNodeHandler(
      createBioApi({
        merchantId,
        store: memoryEnrollments(),
        nonces: memoryNonces(),
        baseUrl: service.origin,
        fetch: ((url: string, init: object) =>
          fetchWith(url, { ...init, dispatcher: agent })) as unknown as typeof fetch,
      }),
    );
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      if (request.url === '/hook') response.writeHead(204).end();
      else (instead ?? bioApi)(request, response);
    };
    server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => (instead = undefined));
  afterEach(async () => {
    for (const child of running.splice(0)) if (child.kill('SIGKILL')) await once(child, 'exit');
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await agent.destroy();
  });

  /** `authly listen` in another process, once it is registered. */
  async function listening(...words: string[]): Promise<{ child: ChildProcess; said: () => string }> {
    const env = { ...operator.env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
    const all = [AUTHLY, 'listen', '--to', to, '--merchant', merchantId, ...words];
    const child = spawn(process.execPath, all, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(child);
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (out += String(text)));
    await expect.poll(() => out, { timeout: 60_000 }).toContain('Ctrl-C');
    return { child, said: () => out };
  }
  const addresses = async () => {
    const { merchants, webhooks } = operator.service.service.store;
    const { bioBaseUrl, bioCaPem } = (await merchants.find(merchantId))!;
    const endpoint = await webhooks.find(merchantId);
    return { bioBaseUrl, bioCaPem, webhook: endpoint?.url ?? null, secrets: endpoint?.secrets.length ?? 0 };
  };
  const BEFORE = { bioBaseUrl: NOBODY, bioCaPem: null, webhook: null, secrets: 0 };

  it('a plain HTTP server gets signed calls and events, each with a line, and Ctrl-C puts the settings back', async () => {
    const { child, said } = await listening('--bio', '/bio', '--webhook', '/hook');
    expect((await addresses()).bioBaseUrl).toMatch(/^https:\/\/localhost:\d+\/bio$/);
    expect(said()).toMatch(/AUTHLY_WEBHOOK_SECRET=whsec_/);
    expect((await operator.authly('merchant', 'probe', merchantId, '--store')).out).toMatch(/✓ store .*\n✓ found/);
    expect((await operator.authly('webhook', 'test', merchantId)).code).toBe(0);
    instead = (_request, response) => void response.writeHead(200).end('{"stored": "yes"}');
    expect((await operator.authly('merchant', 'probe', merchantId)).code).toBe(1);
    instead = (request) => request.socket.destroy();
    expect((await operator.authly('merchant', 'probe', merchantId)).code).toBe(1);
    await expect
      .poll(() =>
        said()
          .match(/^[✓✗].*/gmu)
          ?.map((line) => line.replace(/\d\d:\d\d:\d\d|\d+ ms/g, '…')),
      )
      .toEqual([
        '✓ … POST /bio/enrollments/lookup …  signature valid; 404 bio_enrollment_not_found: the merchant has no enrollment of this user and finger',
        '✓ … POST /bio/enrollments …  signature valid; 200 OK',
        '✓ … POST /bio/enrollments/lookup …  signature valid; 200 OK',
        '✓ … POST /hook …  signature valid; 204',
        '✗ … POST /bio/enrollments/lookup …  signature valid; 200: the response does not follow the contract; found is not true; payload.features is missing, empty or not a string; payload.enc_key is missing, empty or not a string',
        `✗ … POST /bio/enrollments/lookup …  ${to} does not respond: UND_ERR_SOCKET`,
      ]);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await addresses()).toEqual(BEFORE);
  });

  it('refuses an address with a path, and another environment than test', async () => {
    const run = (address: string, env: object = {}) =>
      runAuthly(['listen', '--to', address], { ...operator.env, ...env });
    expect((await run('http://localhost:3000/bio')).error).toContain('--to must be an address such as');
    expect((await run(to, { AUTHLY_ENV: 'production' })).error).toContain('this store belongs to test');
  });

  it('killed in the middle of a call: the service puts the settings back, and those of an earlier webhook', async () => {
    const { deadlineClock, service } = operator.service;
    const url = 'https://127.0.0.1:1/hook';
    await operator.authly('merchant', 'set', merchantId, '--webhook-url', url);
    const { child } = await listening('--bio', '/bio', '--webhook', '/hook');
    const called = new Promise<void>((resolve) => {
      instead = () => resolve();
    });
    const probing = operator.authly('merchant', 'probe', merchantId);
    await called;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await probing).code).toBe(1);
    expect((await addresses()).bioBaseUrl).not.toBe(NOBODY);
    const after = { ...BEFORE, webhook: url, secrets: 1 };
    await expect.poll(async () => (deadlineClock.move(2000), addresses())).toEqual(after);
    const entries = (await service.store.audit.list(2)).map(({ actor, action }) => [actor, action]);
    expect(entries).toEqual([
      ['service', 'webhook.set'],
      ['service', 'merchant.set'],
    ]);
    await operator.authly('merchant', 'set', merchantId, '--webhook-url', 'none');
  });

  it('stopped for too long and continued, it says that the service has put the settings back', async () => {
    const { deadlineClock } = operator.service;
    const { child, said } = await listening();
    child.kill('SIGSTOP');
    await expect.poll(async () => (deadlineClock.move(2000), addresses())).toEqual(BEFORE);
    child.kill('SIGCONT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said()).toContain('the service has put the earlier settings back');
  });

  it('the next one puts back what a killed one has left, takes over from one that runs, and keeps what an operator set', async () => {
    const first = await listening();
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await listening();
    const third = await listening();
    expect(await once(second.child, 'exit')).toEqual([0, null]);
    expect(second.said()).toContain('Another "authly listen" has taken over.');
    third.child.kill('SIGTERM');
    await once(third.child, 'exit');
    expect(await addresses()).toEqual(BEFORE);
    const fourth = await listening();
    await operator.authly('merchant', 'set', merchantId, '--bio-base-url', 'https://127.0.0.1:2/bio');
    fourth.child.kill('SIGTERM');
    await once(fourth.child, 'exit');
    expect((await addresses()).bioBaseUrl).toBe('https://127.0.0.1:2/bio');
  });
});

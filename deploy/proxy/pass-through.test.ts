import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestService } from '../../apps/service/test/running-service.ts';
import { startProxy, type RunningProxy } from '../test/running-proxy.ts';
import { ThroughProxy } from '../test/through-proxy.ts';

describe.each([
  ['haproxy-pass-through.cfg', 'v2'],
  ['nginx-pass-through.conf', 'v1'],
] as const)('deploy/proxy/%s in front of a service with AUTHLY_PROXY_PROTOCOL=%s', (file, version) => {
  let service: TestService;
  let proxy: RunningProxy;
  const lines: string[] = [];
  beforeAll(async () => {
    service = await TestService.start({
      config: { proxyProtocol: { version, from: ['127.0.0.1'] } },
      logTo: { write: (line) => void lines.push(line) },
    });
    const { api: port, ops: opsPort } = service.service.ports;
    proxy = await startProxy(file, { port, opsPort, ca: service.ca });
  });
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await service?.stop();
  });

  it('a merchant is answered, and a page hears at once what happens to its session', async () => {
    await using calls = new ThroughProxy(proxy);
    expect(await calls.statesOfCanceled(await service.addMerchant())).toEqual(['opened', 'canceled']);
  });

  it('wrong secrets count by the address of the client, not by the one that it claims', async () => {
    const client = { ...(await service.addMerchant()), clientSecret: 'wrong' };
    await using one = new ThroughProxy(proxy, '127.0.0.2');
    await using other = new ThroughProxy(proxy, '127.0.0.3');
    for (let i = 0; i < 30; i++)
      expect((await one.token(client, { 'x-forwarded-for': `198.51.100.${i}` })).status).toBe(401);
    expect((await one.token(client, { 'x-forwarded-for': '198.51.100.77' })).status).toBe(429);
    expect((await other.token(client)).status).toBe(401);
    const addresses = () =>
      new Set(lines.map((line) => (JSON.parse(line) as { client_address?: string }).client_address));
    await expect.poll(() => [...addresses()]).toEqual(expect.arrayContaining(['127.0.0.2', '127.0.0.3']));
  });

  it('one address gets 64 open connections; another is answered meanwhile', async () => {
    const open: Socket[] = [];
    try {
      while (open.length <= 64) open.push(await proxy.connect({ localAddress: '127.0.0.4' }));
    } catch {
      // Closed by the proxy.
    }
    expect(open.length).toBeLessThanOrEqual(64);
    expect(open.length).toBeGreaterThan(50);
    (await proxy.connect({ localAddress: '127.0.0.5' })).destroy();
    for (const socket of open) socket.destroy();
  });
});

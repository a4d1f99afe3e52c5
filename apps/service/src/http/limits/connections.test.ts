import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RawConnection } from '../../../test/raw-connection.ts';
import { TestService, type TestServiceOptions } from '../../../test/running-service.ts';
import { ServiceProcess } from '../../../test/service-process.ts';
import type { CutOff } from './connections.ts';

const ASK = ['GET /v1/signing-keys HTTP/1.1', 'Host: x', '', ''];

async function started(options: TestServiceOptions): Promise<TestService> {
  const service = await TestService.start(options);
  onTestFinished(() => service.stop());
  return service;
}

const cutOff = async (service: TestService, why: CutOff): Promise<number> =>
  Number(
    new RegExp(`^authly_connections_cut_off_total\\{why="${why}"\\} (\\d+)$`, 'm').exec(
      (await service.ops('/metrics')).text,
    )?.[1] ?? 0,
  );

/** Opens silent connections until one is closed. */
async function flood(service: TestService, count: number, localAddress: string): Promise<RawConnection[]> {
  return Promise.all(
    Array.from({ length: count }, () => RawConnection.plain(service.service.ports.api, { localAddress })),
  );
}
const open = (connections: readonly RawConnection[]): number =>
  connections.filter(({ socket }) => !socket.destroyed).length;

describe('connections above a limit are closed at once', () => {
  it('one address gets a quarter: others are served, and so is it after it closes one', async () => {
    const service = await started({ config: { maxConnections: 40 } });
    const flooding = await flood(service, 15, '127.0.0.2');
    await expect.poll(() => cutOff(service, 'address')).toBe(5);
    await expect.poll(() => open(flooding)).toBe(10);
    const other = await RawConnection.toApi(service);
    other.write(...ASK);
    expect((await other.answer())?.status).toBe(200);
    other.end();
    for (const connection of flooding) connection.end();
    await expect
      .poll(async () => {
        const again = await RawConnection.toApi(service, { localAddress: '127.0.0.2' }).catch(() => undefined);
        again?.write(...ASK);
        const status = (await again?.answer())?.status;
        again?.end();
        return status;
      })
      .toBe(200);
  });

  it('above the total no connection is accepted, and the operations port still answers', async () => {
    const service = await started({ config: { maxConnections: 16 } });
    const flooding = await Promise.all([2, 3, 4, 5].map((n) => flood(service, 4, `127.0.0.${n}`)));
    const more = await flood(service, 3, '127.0.0.6');
    await expect.poll(() => cutOff(service, 'all')).toBe(3);
    await expect.poll(() => open(more)).toBe(0);
    expect((await service.ops('/healthz')).status).toBe(200);
    expect((await service.ops('/readyz')).status).toBe(200);
    for (const connection of flooding.flat()) connection.end();
  });

  it('a trusted proxy has no limit per address', async () => {
    const service = await started({
      config: { maxConnections: 16, tls: undefined, trustedProxies: ['127.0.0.0/31'] },
    });
    const proxied = await flood(service, 12, '127.0.0.1');
    proxied.at(-1)!.write('GET /v1/signing-keys HTTP/1.1', 'Host: x', 'X-Forwarded-Proto: https', '', '');
    expect((await proxied.at(-1)!.answer())?.status).toBe(200);
    expect([open(proxied), await cutOff(service, 'address')]).toEqual([12, 0]);
    for (const connection of proxied) connection.end();
  });
});

it('a process with few open files keeps half of them free, and its operations port answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const process = await ServiceProcess.start({ folder, databaseUrl: undefined }, { openFiles: 160 });
  const sockets = Array.from({ length: 120 }, (_, i) =>
    connect({ port: process.ports.api, host: '127.0.0.1', localAddress: `127.0.1.${1 + (i % 12)}` }).on(
      'error',
      () => {},
    ),
  );
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const ops = async (path: string): Promise<string> =>
    (await request(`http://127.0.0.1:${process.ports.ops}${path}`)).body.text();
  await expect.poll(() => ops('/metrics')).toMatch(/authly_connections_cut_off_total\{why="all"\} \d+/);
  expect([await ops('/healthz'), await ops('/readyz')]).toEqual(['{"status":"ok"}', '{"status":"ready"}']);
  await process.end('SIGKILL');
});

import { createServer, type ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { request } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RawConnection } from '../../../test/raw-connection.ts';
import { TestService, type TestServiceOptions } from '../../../test/running-service.ts';
import { ServiceProcess } from '../../../test/service-process.ts';
import { TestClock } from '../../../test/test-clock.ts';
import { closeServer, listen } from '../listen.ts';
import { limitConnections, type CutOff } from './connections.ts';

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

/** Connections without a network. */
function unheard(limits: { connections: number; connectionsPerAddress: number }) {
  const cut: CutOff[] = [];
  const server = createNetServer();
  const open = limitConnections(server, { ...limits, stalledMs: 20_000 }, (why) => cut.push(why));
  const from = (remoteAddress: string, remotePort: number): PassThrough => {
    const socket = Object.assign(new PassThrough(), { remoteAddress, remotePort });
    server.emit('connection', socket);
    return socket;
  };
  return { cut, open, from };
}

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

  it('addresses of one IPv6 /48 get half', () => {
    const { cut, from } = unheard({ connections: 8, connectionsPerAddress: 2 });
    for (let i = 1; i <= 5; i++) from(`2001:db8:1:${i}::1`, i);
    from('2001:db8:2:1::1', 6);
    expect(cut).toEqual(['network']);
  });

  it('a connection from a port that was just used is tracked, after the old one has closed too', async () => {
    const { open, from } = unheard({ connections: 8, connectionsPerAddress: 8 });
    const old = from('10.0.0.1', 1);
    from('10.0.0.1', 1);
    old.destroy();
    await once(old, 'close');
    expect(open.size).toBe(1);
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

describe('when nearly full', () => {
  it('others get through, whatever idle connections four addresses hold', async () => {
    const service = await started({ config: { maxConnections: 16 } });
    await Promise.all([2, 3, 4, 5].map((n) => flood(service, 4, `127.0.0.${n}`)));
    const statuses: unknown[] = [];
    for (let i = 0; i < 8; i++) {
      const other = await RawConnection.toApi(service);
      other.write(...ASK);
      statuses.push((await other.answer())?.status);
    }
    expect(statuses).toEqual(Array(8).fill(200));
    expect([await cutOff(service, 'all'), await cutOff(service, 'idle')]).toEqual([0, 9]);
  });

  it('a newcomer costs as many steps at a limit of 20,000 as at one of 100', () => {
    const stepsOf = (connections: number): number => {
      const { cut, from } = unheard({ connections, connectionsPerAddress: connections });
      const nearlyFull = connections - Math.ceil(connections / 16);
      for (let i = 0; i < nearlyFull; i++) from(`10.0.${i % 250}.1`, i);
      const steps = [new Map(), new Set()].map((each) => vi.spyOn(Object.getPrototypeOf(each.values()), 'next'));
      from('10.1.0.1', 1);
      const taken = steps.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      vi.restoreAllMocks();
      expect(cut).toEqual(['idle']);
      return taken;
    };
    expect(stepsOf(20_000)).toBe(stepsOf(100));
  });

  /** At most six connections. A request for /wait gets no response, one for /large more than the system takes. */
  async function small() {
    const clock = new TestClock();
    const cut: CutOff[] = [];
    const waiting: ServerResponse[] = [];
    const server = createServer((request, response) => {
      if (request.url === '/wait' || request.url === '/large') waiting.push(response);
      if (request.url !== '/wait') response.end(Buffer.alloc(request.url === '/large' ? 32_000_000 : 0));
    });
    limitConnections(server, { connections: 6, connectionsPerAddress: 6, stalledMs: 20_000, clock }, (why) =>
      cut.push(why),
    );
    const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'AUTHLY_PORT' });
    onTestFinished(() => closeServer(server));
    return {
      cut,
      clock,
      waiting,
      connect: (last: number) => RawConnection.plain(port, { localAddress: `127.0.0.${last}` }),
    };
  }

  it('the longest idle connection of the address that holds most is closed', async () => {
    const { cut, connect } = await small();
    const [used, idle, later] = [await connect(2), await connect(2), await connect(2)];
    const others = [await connect(3), await connect(3)];
    used.write(...ASK);
    expect((await used.answer())?.status).toBe(200);
    others.push(await connect(4));
    expect(await idle.closed).toBe('closed');
    expect([cut, open([used, later, ...others])]).toEqual([['idle'], 5]);
  });

  it('a request that has not arrived completely does not protect its connection', async () => {
    const { waiting, connect } = await small();
    const slow = await Promise.all(Array.from({ length: 5 }, () => connect(2)));
    for (const connection of slow) connection.write('POST /wait HTTP/1.1', 'Host: x', 'Content-Length: 9', '', '1');
    await expect.poll(() => waiting.length).toBe(5);
    const other = await connect(3);
    await expect.poll(() => open(slow)).toBe(4);
    other.write(...ASK);
    expect((await other.answer())?.status).toBe(200);
  });

  /** A client that requests a large answer and reads nothing. The first look finds it unread. */
  async function unread() {
    const fixture = await small();
    const client = await fixture.connect(2);
    client.socket.pause();
    client.write('GET /large HTTP/1.1', 'Host: x', '', '');
    await expect.poll(() => fixture.waiting.length).toBe(1);
    fixture.clock.move(1000);
    return { ...fixture, client };
  }

  it('an answer that nobody has read for 2 s does not protect its connection', async () => {
    const { cut, clock, waiting, connect, client } = await unread();
    const busy = await Promise.all(Array.from({ length: 4 }, () => connect(2)));
    for (const connection of busy) connection.write('GET /wait HTTP/1.1', 'Host: x', '', '');
    await expect.poll(() => waiting.length).toBe(5);
    clock.move(2000);
    await connect(3);
    client.socket.resume();
    expect(await client.closed).toBe('closed');
    expect([cut, open(busy)]).toEqual([['idle'], 4]);
  });

  it('an answer that nobody reads is cut off after 20 s', async () => {
    const { cut, clock, client } = await unread();
    clock.move(19_000);
    expect(cut).toEqual([]);
    clock.move(1000);
    client.socket.resume();
    expect([await client.closed, cut]).toEqual(['closed', ['stalled']]);
  });

  it('connections with a request in progress are kept, and above the total no connection is accepted', async () => {
    const { cut, waiting, connect } = await small();
    const busy = await Promise.all(Array.from({ length: 5 }, () => connect(2)));
    for (const connection of busy) connection.write('GET /wait HTTP/1.1', 'Host: x', '', '');
    await expect.poll(() => waiting.length).toBe(5);
    busy.push(await connect(3));
    busy.at(-1)!.write('GET /wait HTTP/1.1', 'Host: x', '', '');
    await expect.poll(() => waiting.length).toBe(6);
    expect(await (await connect(3)).closed).toBe('closed');
    expect([cut, open(busy)]).toEqual([['all'], 6]);
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
  await expect.poll(() => ops('/metrics')).toMatch(/authly_connections_cut_off_total\{why="idle"\} [1-9]/);
  expect(await ops('/healthz')).toBe('{"status":"ok"}');
  await expect.poll(() => ops('/readyz')).toBe('{"status":"ready"}');
  await process.end('SIGKILL');
});

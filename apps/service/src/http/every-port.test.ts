import { beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE } from '../../test/console-side.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import { TestService } from '../../test/running-service.ts';
import type { CutOff } from './bounded-connections.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ config: { console: CONSOLE } });
  return () => service.stop();
});

const cutOff = async (why: CutOff): Promise<number> =>
  Number(new RegExp(`cut_off_total\\{why="${why}"\\} (\\d+)`).exec((await service.ops('/metrics')).text)?.[1] ?? 0);

const PORTS = ['api', 'redirect', 'ops', 'console'] as const;
type Port = (typeof PORTS)[number];

const connectTo = (port: Port): Promise<RawConnection> => {
  const { ports } = service.service;
  const secure = port === 'api' || port === 'console';
  return secure ? RawConnection.secure(ports[port]!, service.ca) : RawConnection.plain(ports[port]);
};

const HEAD = { Host: 'console.test', Origin: CONSOLE.url, 'Content-Type': 'application/json' };
const head = (line: string, more: Record<string, string> = {}): string =>
  `${[line, ...Object.entries({ ...HEAD, ...more }).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;

describe.each(PORTS)('nobody makes the others wait: port %s', (port) => {
  it('a body in thousands of pieces at once has its connection closed', async () => {
    const before = await cutOff('crumbs');
    const connection = await connectTo(port);
    const pieces = `${'1\r\n \r\n'.repeat(4096)}0\r\n\r\n`;
    connection.socket.write(head('POST /api/login HTTP/1.1', { 'Transfer-Encoding': 'chunked' }) + pieces);
    expect(await connection.closed).toBe('closed');
    expect(await cutOff('crumbs')).toBe(before + 1);
  });

  it('a hundred requests in one piece have their connection closed', async () => {
    const before = await cutOff('pipelined');
    const connection = await connectTo(port);
    connection.socket.write(head('GET /api/presence HTTP/1.1').repeat(100));
    expect(await connection.closed).toBe('closed');
    expect(await cutOff('pipelined')).toBe(before + 1);
  });

  it('a body that nobody wants is not heard out: its sender is answered, and the connection ends', async () => {
    const connection = await connectTo(port);
    connection.socket.write(head('GET /api/presence HTTP/1.1', { 'Content-Length': '1000000' }));
    expect((await connection.answer())?.headers['connection']).toBe('close');
    expect(await connection.closed).toBe('closed');
  });
});

it.each([
  ['ops', '/healthz', 40],
  ['console', '/api/presence', 80],
] as const)('who holds connections of the port %s keeps nobody else out', async (port, path, count) => {
  const { ports } = service.service;
  const holding = await Promise.all(Array.from({ length: count }, () => RawConnection.plain(ports[port]!)));
  const connection = await connectTo(port);
  connection.socket.write(head(`GET ${path} HTTP/1.1`));
  expect((await connection.answer())?.status).toBe(200);
  for (const each of [...holding, connection]) each.end();
});

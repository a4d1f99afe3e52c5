import { beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE } from '../../test/console-side.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import { TestService } from '../../test/running-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ config: { console: CONSOLE } });
  return () => service.stop();
});

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

describe.each(PORTS)('port %s', (port) => {
  it.each([
    ['of a GET', 'GET /api/presence HTTP/1.1', '1000000'],
    ['to a path with a broken escape', 'POST /v1/%zz HTTP/1.1', '20000000000'],
  ])(
    'an unexpected body %s is not read: the client gets a response, and the connection closes',
    async (_, line, length) => {
      const connection = await connectTo(port);
      connection.socket.write(head(line, { 'Content-Length': length }));
      const answer = (await connection.answer())!;
      expect([answer.status, answer.headers['connection']]).toEqual([expect.any(Number), 'close']);
      expect(answer.body).not.toMatch(/statusCode|FST_ERR/);
      expect(await connection.closed).toBe('closed');
    },
  );
});

it.each([
  ['api', 400, 'invalid_request'],
  ['console', 404, 'not_found'],
] as const)('port %s: %i %s for a path with a broken escape', async (port, ...refused) => {
  const connection = await connectTo(port);
  connection.socket.write(head('GET /v1/%E0%A4%A HTTP/1.1'));
  const answer = (await connection.answer())!;
  expect([answer.status, JSON.parse(answer.body).error.code]).toEqual(refused);
  connection.end();
});

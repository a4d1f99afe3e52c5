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
  it('an unexpected body is not read: the client gets a response, and the connection closes', async () => {
    const connection = await connectTo(port);
    connection.socket.write(head('GET /api/presence HTTP/1.1', { 'Content-Length': '1000000' }));
    expect((await connection.answer())?.headers['connection']).toBe('close');
    expect(await connection.closed).toBe('closed');
  });
});

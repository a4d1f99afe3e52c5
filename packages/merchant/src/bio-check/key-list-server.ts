import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SigningKey } from '@authly/contract/signing-keys';

/** The runner in the service's place: `GET /v1/signing-keys` and nothing else. */
export interface KeyListServer {
  /** What the merchant's server must be told as the service's base URL. */
  readonly baseUrl: string;
  /** How often the list was fetched. */
  readonly fetches: number;
  publish(keys: readonly SigningKey[]): void;
  /** While it is down, the list is answered with 503. */
  setDown(down: boolean): void;
  close(): Promise<void>;
}

export async function startKeyListServer({
  host = '127.0.0.1',
  port = 0,
}: {
  host?: string;
  port?: number;
} = {}): Promise<KeyListServer> {
  let keys: readonly SigningKey[] = [];
  let fetches = 0;
  let down = false;
  const server = createServer((req, res) => {
    const isList = req.method === 'GET' && req.url?.split('?')[0] === '/v1/signing-keys';
    if (isList) fetches++;
    const status = !isList ? 404 : down ? 503 : 200;
    const body =
      status === 200
        ? { keys }
        : { error: { code: isList ? 'unavailable' : 'not_found', message: 'No key list here.', request_id: '-' } };
    res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    res.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const bound = (server.address() as AddressInfo).port;
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return {
    baseUrl: `http://${shownHost}:${bound}`,
    get fetches() {
      return fetches;
    },
    publish(list) {
      keys = list;
    },
    setDown(value) {
      down = value;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

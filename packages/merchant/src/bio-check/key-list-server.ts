import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS } from '@authly/contract/operations';
import type { SigningKey } from '@authly/contract/operations/list-signing-keys';

const { method: METHOD, path: PATH } = OPERATIONS.listSigningKeys;

/** The runner in the service's place: the list of signing keys and nothing else. */
export interface KeyListServer {
  /** What the merchant's server has to use as the service's base URL. */
  readonly baseUrl: string;
  /** Where the list is. */
  readonly url: string;
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
    const isList = req.method === METHOD && req.url?.split('?')[0] === PATH;
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
  const baseUrl = `http://${shownHost}:${bound}`;
  return {
    baseUrl,
    url: baseUrl + PATH,
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

/** Where the server keeps trusting the service's own list. */
export const noKeyList: KeyListServer = {
  baseUrl: '',
  url: '',
  fetches: 0,
  publish: () => undefined,
  setDown: () => undefined,
  close: async () => undefined,
};

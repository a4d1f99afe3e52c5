import type { Server } from 'node:http';
import type { Metrics } from '../metrics.ts';
import type { CutOff } from './bounded-connections.ts';
import { boundSidePort } from './bounded-port.ts';
import { keepRoom } from './keep-room.ts';
import { paced } from './paced.ts';
import { createPlainServer } from './plain-server.ts';
import { endAfter, muchFollows } from './unread-body.ts';

export interface OpsOptions {
  readonly metrics: Pick<Metrics, 'text' | 'figures'>;
  /** Resolves when a request could be served now; rejects with the reason. */
  readonly ready: () => Promise<void>;
  readonly onCutOff?: (why: CutOff) => void;
}

type HasText = Pick<Metrics, 'text'>;

/** Nobody on this machine keeps others from asking. */
const CONNECTIONS = {
  headersTimeout: 5000,
  requestTimeout: 5000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};
const ROOM = { connections: 32, connectionsPerAddress: 16 };

/** For operators and their machines, on loopback unless told otherwise: is it alive, can it serve, what does it count. */
export function createOpsServer({
  metrics,
  ready,
  onCutOff = () => {},
}: Omit<OpsOptions, 'metrics'> & { readonly metrics: HasText }): Server {
  const asked = { metrics: paced(() => metrics.text()), ready: paced(ready) };
  const server = createPlainServer(CONNECTIONS, (request, response) => {
    const send = ({ status, type, body }: OpsAnswer): void => {
      const follows = muchFollows(request);
      if (follows) endAfter(response);
      const headers = { 'Content-Type': type, 'Cache-Control': 'no-store', ...(follows && { Connection: 'close' }) };
      response.writeHead(status, headers).end(body);
    };
    answer(request.url ?? '', asked).then(send, () =>
      send({ status: 500, type: JSON_TYPE, body: '{"status":"failed"}' }),
    );
  });
  keepRoom(server, ROOM, onCutOff);
  boundSidePort(server, onCutOff);
  return server;
}

const JSON_TYPE = 'application/json; charset=utf-8';

interface OpsAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

interface Asked {
  readonly metrics: HasText['text'];
  readonly ready: () => Promise<void>;
}

async function answer(url: string, { metrics, ready }: Asked): Promise<OpsAnswer> {
  switch (url.split('?', 1)[0]) {
    case '/healthz':
      return { status: 200, type: JSON_TYPE, body: '{"status":"ok"}' };
    case '/readyz':
      return ready().then(
        () => ({ status: 200, type: JSON_TYPE, body: '{"status":"ready"}' }),
        (error: unknown) => ({
          status: 503,
          type: JSON_TYPE,
          body: JSON.stringify({ status: 'not ready', reason: error instanceof Error ? error.message : 'unknown' }),
        }),
      );
    case '/metrics': {
      const { contentType, body } = await metrics();
      return { status: 200, type: contentType, body };
    }
    default:
      return { status: 404, type: JSON_TYPE, body: '{"status":"not found"}' };
  }
}

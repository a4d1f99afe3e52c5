import type { Server } from 'node:http';
import type { Metrics } from '../metrics.ts';
import { createPlainServer } from './plain-server.ts';

export interface OpsOptions {
  readonly metrics: Pick<Metrics, 'text' | 'figures'>;
  /** Resolves when a request could be served now; rejects with the reason. */
  readonly ready: () => Promise<void>;
}

type HasText = Pick<Metrics, 'text'>;

/** Nobody on this machine keeps others from asking. */
const CONNECTIONS = {
  headersTimeout: 5000,
  requestTimeout: 5000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};
const MAX_CONNECTIONS = 32;

/** For operators and their machines, on loopback unless told otherwise: is it alive, can it serve, what does it count. */
export function createOpsServer({
  metrics,
  ready,
}: Omit<OpsOptions, 'metrics'> & { readonly metrics: HasText }): Server {
  const server = createPlainServer(CONNECTIONS, (request, response) => {
    const send = ({ status, type, body }: OpsAnswer): void =>
      void response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    answer(request.url ?? '', metrics, ready).then(send, () =>
      send({ status: 500, type: JSON_TYPE, body: '{"status":"failed"}' }),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

const JSON_TYPE = 'application/json; charset=utf-8';

interface OpsAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function answer(url: string, metrics: HasText, ready: () => Promise<void>): Promise<OpsAnswer> {
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
      const { contentType, body } = await metrics.text();
      return { status: 200, type: contentType, body };
    }
    default:
      return { status: 404, type: JSON_TYPE, body: '{"status":"not found"}' };
  }
}

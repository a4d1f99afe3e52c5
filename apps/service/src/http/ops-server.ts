import { createServer, type Server } from 'node:http';
import type { Metrics } from '../observability/metrics.ts';
import { limitConnections, type CutOff } from './limits/connections.ts';
import { closeStalled, nodeTimeouts, SMALL_TIMEOUTS } from './limits/timeouts.ts';

export interface OpsOptions {
  readonly metrics: Pick<Metrics, 'text' | 'values'>;
  /** Resolves when a request could be served now; rejects with the reason. */
  readonly ready: () => Promise<void>;
  readonly onCutOff?: (why: CutOff) => void;
}

type HasText = Pick<Metrics, 'text'>;

/** Its clients are a few machines, often all behind one address. */
const LIMITS = { connections: 64, connectionsPerAddress: 64 };

/** For operators and their machines, on loopback unless told otherwise: is it alive, can it serve, what does it count. */
export function createOpsServer({
  metrics,
  ready,
  onCutOff = () => {},
}: Omit<OpsOptions, 'metrics'> & { readonly metrics: HasText }): Server {
  const server = createServer(nodeTimeouts(SMALL_TIMEOUTS), (request, response) => {
    closeStalled(response, SMALL_TIMEOUTS.stalledMs, onCutOff);
    const send = ({ status, type, body }: OpsAnswer): void => {
      // A body that nobody asked for is not read.
      const close = request.complete ? {} : { Connection: 'close' };
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...close }).end(body);
    };
    answer(request.url ?? '', { metrics, ready }).then(send, () =>
      send({ status: 500, type: JSON_TYPE, body: '{"status":"failed"}' }),
    );
  });
  limitConnections(server, LIMITS, onCutOff);
  return server;
}

const JSON_TYPE = 'application/json; charset=utf-8';

interface OpsAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function answer(
  url: string,
  { metrics, ready }: { readonly metrics: HasText; readonly ready: OpsOptions['ready'] },
): Promise<OpsAnswer> {
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

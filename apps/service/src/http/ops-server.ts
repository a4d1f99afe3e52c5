import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import { inTime } from '../runtime/in-time.ts';
import type { Metrics } from '../observability/metrics.ts';
import { limitConnections, type CutOff } from './limits/connections.ts';
import { nodeTimeouts, SMALL_TIMEOUTS } from './limits/timeouts.ts';

interface OpsOptions {
  readonly metrics: Pick<Metrics, 'text'>;
  /** Resolves with warnings if the service is ready; rejects with the reason. */
  readonly ready: () => Promise<readonly string[]>;
  readonly onCutOff?: (why: CutOff) => void;
  /** Accepted host names in addition to loopback and IP addresses. */
  readonly names?: readonly string[];
}

/** Its few clients are often behind one address. */
const LIMITS = { connections: 64, connectionsPerAddress: 64, stalledMs: SMALL_TIMEOUTS.stalledMs };

export function createOpsServer(options: OpsOptions): Server {
  const { onCutOff = () => {}, names = [] } = options;
  const server = createServer(nodeTimeouts(SMALL_TIMEOUTS), (request, response) => {
    const send = ({ status, type, body }: OpsAnswer): void => {
      // Request bodies are not read.
      const close = request.complete ? {} : { Connection: 'close' };
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...close }).end(body);
    };
    if (!isOwnHost(request.headers.host, names)) return send(json(421, { status: 'other host' }));
    answer(request.url ?? '', options).then(send, () => send(json(500, { status: 'failed' })));
  });
  limitConnections(server, LIMITS, onCutOff);
  return server;
}

/** Prevents DNS rebinding: a web page whose name resolves to this machine must not read metrics. Browsers always send the header. */
function isOwnHost(host: string | undefined, names: readonly string[]): boolean {
  if (host === undefined) return true;
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || name === 'localhost' || names.includes(name);
}

type OpsAnswer = ReturnType<typeof json>;

const json = (status: number, body: object) => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** Shorter than the timeouts of load balancers, which would hide the reason. */
const READY_WITHIN_MS = 800;

async function answer(url: string, { metrics, ready }: OpsOptions): Promise<OpsAnswer> {
  switch (url.split('?', 1)[0]) {
    case '/healthz':
      return json(200, { status: 'ok' });
    case '/readyz':
      return inTime(ready(), READY_WITHIN_MS, new Error(`the check took longer than ${READY_WITHIN_MS} ms`)).then(
        (warnings) => json(200, { status: 'ready', ...(warnings.length > 0 && { warnings }) }),
        (error: unknown) =>
          json(503, { status: 'not ready', reason: error instanceof Error ? error.message : 'unknown' }),
      );
    case '/metrics': {
      const { contentType: type, body } = await metrics.text();
      return { status: 200, type, body };
    }
    default:
      return json(404, { status: 'not found' });
  }
}

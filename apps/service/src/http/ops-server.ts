import { createServer, type Server } from 'node:http';
import type { Metrics } from '../metrics.ts';

export interface OpsOptions {
  readonly metrics: Metrics;
  /** Resolves when a request could be served now; rejects with the reason. */
  readonly ready: () => Promise<void>;
}

/** For operators and their machines, on loopback: is it alive, can it serve, what does it count. */
export function createOpsServer({ metrics, ready }: OpsOptions): Server {
  return createServer(async (request, response) => {
    const { status, type, body } = await answer(request.url ?? '', metrics, ready);
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  });
}

async function answer(url: string, metrics: Metrics, ready: () => Promise<void>): Promise<{ status: number; type: string; body: string }> {
  const json = 'application/json; charset=utf-8';
  switch (url.split('?', 1)[0]) {
    case '/healthz':
      return { status: 200, type: json, body: '{"status":"ok"}' };
    case '/readyz':
      return ready().then(
        () => ({ status: 200, type: json, body: '{"status":"ready"}' }),
        (error: unknown) => ({ status: 503, type: json, body: JSON.stringify({ status: 'not ready', reason: error instanceof Error ? error.message : 'unknown' }) }),
      );
    case '/metrics': {
      const { contentType, body } = await metrics.text();
      return { status: 200, type: contentType, body };
    }
    default:
      return { status: 404, type: json, body: '{"status":"not found"}' };
  }
}

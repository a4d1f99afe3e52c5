import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Events } from './call.ts';

/** Time for a client to read the end of its stream while the process drains. */
const LAST_EVENT_MS = 1000;

export class EventStreams {
  readonly #open = new Set<ServerResponse>();

  /** Writes to the response directly: another stream would cost memory for each open page. */
  begin(reply: FastifyReply, events: Events): void {
    reply.hijack();
    const { raw: response, request } = reply;
    const headers = reply.getHeaders() as Record<string, string>;
    response.writeHead(reply.statusCode, { ...headers, 'Content-Type': 'text/event-stream' });
    const stop = events({ send: (event) => void response.write(event), end: () => void response.end() });
    if (request.method === 'HEAD' || response.closed) {
      stop();
      response.end();
      return;
    }
    this.#open.add(response);
    response.on('close', () => {
      this.#open.delete(response);
      stop();
    });
  }

  /** Resolves when the ended streams are written. Node takes them for idle and would close their connections earlier. */
  async written(): Promise<void> {
    const each = Array.from(this.#open, (response) =>
      Promise.race([once(response, 'finish'), once(response, 'close')]),
    );
    await Promise.race([Promise.allSettled(each), setTimeout(LAST_EVENT_MS, undefined, { ref: false })]);
  }
}

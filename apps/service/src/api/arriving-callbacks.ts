import type { RequestBody } from '../http/limits/request-body.ts';

/** The callback of each session whose body is arriving. A newer one ends it: an app repeats its callback when the line broke. */
export class ArrivingCallbacks {
  readonly #bodies = new Map<string, RequestBody>();

  async read<T>(sessionId: string, body: RequestBody, read: () => Promise<T>): Promise<T> {
    this.#bodies.get(sessionId)?.abandon();
    this.#bodies.set(sessionId, body);
    try {
      return await read();
    } finally {
      if (this.#bodies.get(sessionId) === body) this.#bodies.delete(sessionId);
    }
  }
}

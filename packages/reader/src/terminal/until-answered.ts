import { setTimeout as pause } from 'node:timers/promises';
import { isTemporary, type Reply } from '@authly/ui/app/app-api.ts';
import { backoff } from '@authly/ui/backoff.ts';

const BACKOFF = { firstMs: 400, maxMs: 5000 };
const TRIES = 8;

/** The answer of a call, asked for again while none comes or the service says "not now". */
export async function untilAnswered<T>(
  call: () => Promise<Reply<T>>,
  signal: AbortSignal,
  most = TRIES,
): Promise<Reply<T>> {
  for (let tries = 1; ; tries++) {
    const reply = await call().catch((error: unknown) => {
      if (signal.aborted || tries >= most) throw error;
      return undefined;
    });
    if (reply !== undefined && (!isTemporary(reply) || tries >= most)) return reply;
    await pause(backoff(tries, BACKOFF), undefined, { signal });
  }
}

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** How long a reader may take to hear the end of its stream. */
const LAST_WORDS_MS = 1000;

/** Node takes a stream that has been ended for idle, and would close its connection before its last words are written. */
export async function lastWords(streams: Iterable<ServerResponse>): Promise<void> {
  const heard = Array.from(streams, (response) => Promise.race([once(response, 'finish'), once(response, 'close')]));
  await Promise.race([Promise.allSettled(heard), setTimeout(LAST_WORDS_MS, undefined, { ref: false })]);
}

import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { type Fetch, header, plainSteps } from './plain-server.ts';

const reading = (fault: string, caughtBy: string, read: Fetch): BrokenServer =>
  broken(fault, caughtBy, {
    findKey: (call, state) => plainSteps.findKey(call, Object.assign(state, { fetch: read })),
  });

type List = { readonly keys: readonly object[] };
const readingStrictly = (fault: string, isTaken: (list: List) => boolean): BrokenServer =>
  reading(fault, 'keys.grown', async (url) => {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    const isGood = !response.ok || isTaken((await response.clone().json()) as List);
    return isGood ? response : new Response('', { status: 500 });
  });

export const keyFaults: readonly BrokenServer[] = [
  broken('adds fetched keys to those it knows and drops none', 'keys.removed', {
    findKey: async (call, state) => {
      const known = new Map(state.keys);
      await plainSteps.findKey(call, state).catch((error: unknown) => {
        const kept = known.get(header(call, 'x-service-key-id'));
        if (kept === undefined) throw error;
        call.key = kept.key;
      });
      state.keys = new Map([...known, ...state.keys]);
    },
  }),
  broken('fetches the key list for every unknown key id', 'keys.cooldown', {
    findKey: async (call, state) => {
      if (!state.keys.has(header(call, 'x-service-key-id'))) await state.fetching?.catch(nothing);
      if (!state.keys.has(header(call, 'x-service-key-id'))) state.keysAskedAt = -Infinity;
      return plainSteps.findKey(call, state);
    },
  }),
  reading('waits for the key list without a limit of its own', 'keys.silent', (url) => fetch(url)),
  reading('gives the key list half a second', 'keys.at_once', (url) =>
    fetch(url, { signal: AbortSignal.timeout(500) }),
  ),
  readingStrictly('refuses a list with other fields', (list) => Object.keys(list).length === 1),
  readingStrictly('refuses keys with other fields', ({ keys }) => keys.every((key) => Object.keys(key).length === 4)),
  readingStrictly('refuses a list of more than ten keys', ({ keys }) => keys.length <= 10),
];

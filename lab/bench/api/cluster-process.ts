// One process of a cluster: moves sessions for as long as its parent says.
import { once } from 'node:events';
import { openStore, type StoreOptions } from '../../../apps/service/src/storage/open-store.ts';
import { CALLBACK, CLAIM_BY_BUTTON, walked } from '../../../apps/service/src/storage/test/samples.ts';
import type { SessionInput } from '../../../apps/service/src/session/move.ts';

const AT_ONCE = 20;
/** With its creation, a session makes six moves. */
const MOVES: readonly SessionInput[] = [
  { event: 'open' },
  CLAIM_BY_BUTTON,
  CALLBACK,
  { event: 'process' },
  { event: 'succeed', outcome: { matched: true, payload: { finger: 'RI' } } },
];

const store = await openStore(JSON.parse(process.argv[2]!) as StoreOptions);
process.send!('ready');
const [ms] = (await once(process, 'message')) as [number];
const until = performance.now() + ms;
let sessions = 0;
const people = Array.from({ length: AT_ONCE }, async () => {
  for (; performance.now() < until; sessions++) await walked(store, MOVES, { createdAt: Date.now() });
});
await Promise.all(people);
process.send!(sessions * (1 + MOVES.length));
await store.close();
process.disconnect();

import { Type } from 'typebox';
import { duration } from '../../cli/terminal/duration.ts';
import { hostedToken } from '../../tokens/hosted-token.ts';
import { hasFollowed, postOpened } from '../changes/sandbox-calls.ts';
import { findMerchant } from '../reads/merchant-rows.ts';
import { findSession } from '../reads/session-views.ts';
import { action } from '../row/action.ts';
import { openKeyRing } from '../row/open-key-ring.ts';
import { requireTest } from '../row/operator.ts';
import { choice, idArgument, idOption } from '../row/params.ts';

export const SANDBOX = [
  action({
    name: 'sandbox advance',
    role: 'terminal',
    text: 'move the clock forward, to test expiry and key rotation',
    examples: ['authly sandbox advance 15m'],
    params: { duration: Type.String({ argument: true, description: '90s, 9m30s, 36h or 8d' }) },
    audit: 'sandbox.advance',
    async run(operator, { duration: by }) {
      requireTest(operator);
      const { store, entry } = operator;
      const { advanceClock } = await import('../../sandbox/virtual-clock.ts');
      const offset_ms = await advanceClock(store.settings, duration(by), (offset_ms) => entry('clock', { offset_ms }));
      const now = Date.now() + offset_ms;
      return { now: new Date(now).toISOString(), offset_ms, followed: await hasFollowed(operator, now) };
    },
    print: ({ followed, ...json }) => ({
      json,
      text: `The time of this store is now ${json.now}. ${followed ? 'The running service has followed.' : 'A running service follows within a second.'}`,
    }),
  }),
  action({
    name: 'sandbox open',
    role: 'terminal',
    text: 'open a session without a browser, so that its metadata.sandbox_outcome takes effect',
    params: { session_id: idArgument() },
    audit: 'sandbox.open',
    async run(operator, { session_id }) {
      requireTest(operator);
      const { store, entry } = operator;
      const session = await findSession(operator, session_id);
      const secret = await (await openKeyRing(operator)).hostedSecret(session.createdAt);
      await store.audit.write(entry(session_id));
      const status = await postOpened(operator, hostedToken(secret, session_id));
      return { session_id, status, hasOutcome: session.metadata !== null && 'sandbox_outcome' in session.metadata };
    },
    print({ hasOutcome, ...json }) {
      const next = hasOutcome
        ? 'Its sandbox_outcome follows within seconds.'
        : 'It has no metadata.sandbox_outcome, so it waits for an app.';
      return { json, text: `${json.session_id} is ${json.status}. ${next}` };
    },
  }),
  action({
    name: 'sandbox bio-api',
    role: 'terminal',
    text: 'simulate an outage of Bio APIs: calls fail as if the server was unreachable',
    examples: ['authly sandbox bio-api down', 'authly sandbox bio-api up'],
    params: {
      state: choice(['down', 'up'], { argument: true }),
      merchant: Type.Optional(idOption('--merchant <id>', 'only this merchant (default: all)')),
    },
    audit: 'sandbox.bio-api',
    async run(operator, { state, merchant }) {
      requireTest(operator);
      const { store, entry } = operator;
      const { switchBioApis } = await import('../../sandbox/bio-api-switch.ts');
      const chosen = merchant === undefined ? await store.merchants.list() : [await findMerchant({ store }, merchant)];
      const ids = chosen.map(({ id }) => id);
      const isDown = state === 'down';
      const audit = entry(merchant ?? 'all merchants', { down: isDown });
      return { down: await switchBioApis(store.settings, ids, isDown, audit) };
    },
    print: ({ down }) => (down.length === 0 ? 'All Bio APIs are up.' : `Simulated outage: ${down.join(', ')}.`),
  }),
];

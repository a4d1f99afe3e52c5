import { setTimeout } from 'node:timers/promises';
import { HOSTED_CALLS, OPERATIONS } from '@authly/contract/operations';
import { Type } from 'typebox';
import { dataDirOf } from '../../config/store-settings.ts';
import { hostedToken } from '../../tokens/hosted-token.ts';
import { action, type TerminalOperator } from './action.ts';
import { duration } from './duration.ts';
import { findMerchant } from './merchant-view.ts';
import { openKeyRing } from './open-key-ring.ts';
import type { Operator } from './operator.ts';
import { choice, idArgument, idOption } from './params.ts';
import { callService, runningService } from './running-service.ts';
import { findSession } from './session-views.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

export function requireTest({ environment }: Operator): void {
  if (environment !== 'test') throw new RefusedError('sandbox commands work only on a store of the environment test');
}

/** Asks the running service for its time until it is this one. False if none answers. */
async function hasFollowed({ env }: TerminalOperator, now: number): Promise<boolean> {
  const { baseUrl, ca } = runningService(env);
  if (baseUrl === undefined) return false;
  for (let times = 0; times < 100; times++) {
    const answer = await callService(baseUrl + OPERATIONS.listSigningKeys.path, { ca }).catch(() => undefined);
    if (answer === undefined) return false;
    // The header has whole seconds.
    if (answer.date + 1000 > now) return true;
    await setTimeout(50);
  }
  return false;
}

interface OpenedResponse {
  readonly status?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

async function postOpened({ env }: TerminalOperator, token: string): Promise<string> {
  const { baseUrl, ca } = runningService(env);
  if (baseUrl === undefined)
    throw new RefusedError(
      `no sandbox.json in ${dataDirOf(env)}: start the sandbox (npm start), or set AUTHLY_BASE_URL to the service's address`,
    );
  const { method, path } = HOSTED_CALLS.hostedOpened;
  const headers = { authorization: `Bearer ${token}` };
  const { status, response } = await callService(baseUrl + path, { method, headers, ca })
    .then((answer) => ({ ...answer, response: JSON.parse(answer.body) as OpenedResponse }))
    .catch(({ code, message }: NodeJS.ErrnoException) => {
      throw new RefusedError(
        `the service at ${baseUrl} does not respond (${code ?? message}). Is the sandbox running?`,
      );
    });
  if (status === 200 && response.status !== undefined) return response.status;
  const { code = '', message = '' } = response.error ?? {};
  throw new RefusedError(`the service responded ${status} ${code}: ${message}`);
}

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

import { broken, type BrokenServer } from './broken-server.ts';
import { header, nameOf, plainSteps, type State, type Steps } from './plain-server.ts';

const times = new WeakMap<State, Map<string, number>>();

function remember(state: State, name: string): void {
  const known = times.get(state) ?? new Map<string, number>();
  times.set(state, known.set(name, known.get(name) ?? state.clock.now()));
}

const isOlder = (state: State, name: string, ms: number): boolean =>
  state.clock.now() - (times.get(state)?.get(name) ?? Infinity) > ms;

const forgetsEnrollments = (afterMs: number): Partial<Steps> => ({
  store: (call, state) => {
    times.get(state)?.delete(nameOf(call.body!));
    remember(state, nameOf(call.body!));
    return plainSteps.store(call, state);
  },
  lookup: (call, state) => {
    if (isOlder(state, nameOf(call.body!), afterMs)) state.enrollments.delete(nameOf(call.body!));
    return plainSteps.lookup(call, state);
  },
});

const forgetsNonces = (afterMs: number): Partial<Steps> => ({
  nonceUnused: (call, state) => {
    const nonce = header(call, 'x-service-nonce');
    if (isOlder(state, nonce, afterMs)) state.nonces.delete(nonce);
    plainSteps.nonceUnused(call, state);
  },
  claimNonce: async (call, state) => {
    remember(state, header(call, 'x-service-nonce'));
    await plainSteps.claimNonce(call, state);
  },
});

const MANY = ['long.many_calls'];

/** A `Set` and a `Map` keep the order in which their keys came. */
function forgetFirst(
  kept: { keys(): Iterator<string>; delete(key: string): boolean; size: number },
  most: number,
): void {
  while (kept.size > most) kept.delete(String(kept.keys().next().value));
}

const keepsNonces = (most: number): Partial<Steps> => ({
  claimNonce: async (call, state) => {
    await plainSteps.claimNonce(call, state);
    forgetFirst(state.nonces, most);
  },
});

export const longFaults: readonly BrokenServer[] = [
  broken('forgets an enrollment after a second', 'store.kept', forgetsEnrollments(1_000)),
  broken('forgets an enrollment after five minutes', 'long.enrollment', forgetsEnrollments(300_000)),
  broken('forgets a nonce after a second', 'nonce.remembered', forgetsNonces(1_000)),
  broken('forgets a nonce after a minute', 'long.nonce', forgetsNonces(60_000)),
  broken('keeps a nonce for the tolerance alone', 'long.nonce', forgetsNonces(300_000)),
  broken('forgets idempotency keys after ten seconds', 'long.idempotency', {
    store: (call, state) => {
      const key = call.body!.enrollment_session_id;
      if (isOlder(state, key, 10_000)) state.answers.delete(key);
      remember(state, key);
      return plainSteps.store(call, state);
    },
  }),
  { fault: 'keeps the last 20 nonces', steps: keepsNonces(20), caughtBy: 'nonce.remembered', after: ['idempotency'] },
  { fault: 'keeps the last 200 nonces', steps: keepsNonces(200), caughtBy: 'nonce.remembered', after: ['user_ref'] },
  { fault: 'keeps the last 1,000 nonces', steps: keepsNonces(1_000), caughtBy: 'long.nonce', after: MANY },
];

import type { BrokenServer } from './broken-server.ts';
import { type Call, nameOf, plainSteps, sha256, type State } from './plain-server.ts';

const lookedUp = new WeakMap<State, Map<string, object>>();
const TURNS = 60;

export const overwriteFaults: readonly BrokenServer[] = [
  {
    fault: 'answers look-ups from a cache that an overwrite does not empty',
    steps: {
      lookup: (call, state) => {
        const cache = lookedUp.get(state) ?? new Map<string, object>();
        lookedUp.set(state, cache);
        const answer = cache.get(nameOf(call.body!)) ?? plainSteps.lookup(call, state);
        cache.set(nameOf(call.body!), answer);
        return answer;
      },
    },
    caughtBy: 'store.overwrite',
  },
  {
    fault: 'keeps the enrollment that was captured last',
    steps: {
      store: (call, state) => {
        const earlier = state.enrollments.get(nameOf(call.body!));
        const answer = plainSteps.store(call, state);
        if (earlier !== undefined && earlier.captured_at > call.body!.captured_at)
          state.enrollments.set(nameOf(call.body!), earlier);
        return answer;
      },
    },
    caughtBy: 'store.overwrite_captured_earlier',
  },
  {
    fault: 'cuts features at 65,535 characters',
    steps: {
      store: (call, state) => {
        const { payload } = call.body!;
        const body = { ...call.body!, payload: { ...payload, features: payload.features.slice(0, 65_535) } };
        return plainSteps.store({ ...call, body }, state);
      },
    },
    caughtBy: 'store.features_whole',
  },
  {
    fault: 'answers with the other finger of the same hand where the asked one is not enrolled',
    steps: {
      lookup: (call, state) => {
        if (state.enrollments.has(nameOf(call.body!))) return plainSteps.lookup(call, state);
        const { payload } = call.body!;
        const finger = payload.finger[0] + (payload.finger.endsWith('I') ? 'M' : 'I');
        return plainSteps.lookup({ ...call, body: { ...call.body!, payload: { ...payload, finger } } }, state);
      },
    },
    caughtBy: 'lookup.finger_exactly',
  },
  {
    fault: 'looks an idempotency key up and claims it in two steps',
    steps: {
      store: async (call, state) => {
        if (call.body!.payload.finger !== 'LI') return plainSteps.store(call, state);
        const known = state.answers.get(call.body!.enrollment_session_id);
        await others();
        if (known?.hash === sha256(call.raw)) return plainSteps.store(call, state);
        return plainSteps.store(call, { ...state, answers: new Map(known && [[keyOf(call), known]]) });
      },
    },
    caughtBy: 'idempotency.at_once',
  },
];

const keyOf = (call: Call): string => call.body!.enrollment_session_id;

/** Turns of the event loop in which simultaneous copies overtake each other, on any machine. */
async function others(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
}

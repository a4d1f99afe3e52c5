import { broken, type BrokenServer } from './broken-server.ts';
import { type Call, nameOf, plainSteps, Refusal, sha256, type State, withPayload } from './plain-server.ts';

const lookedUp = new WeakMap<State, Map<string, object>>();
const seen = new WeakMap<State, Call>();
const TURNS = 60;

export const overwriteFaults: readonly BrokenServer[] = [
  broken('caches that nothing was found', 'store.overwrite', {
    lookup: (call, state) => {
      const cache = lookedUp.get(state) ?? new Map<string, object>();
      lookedUp.set(state, cache);
      if (!state.enrollments.has(nameOf(call.body!))) cache.set(nameOf(call.body!), {});
      if (cache.has(nameOf(call.body!))) throw new Refusal(404, 'bio_enrollment_not_found');
      return plainSteps.lookup(call, state);
    },
  }),
  broken('keeps the user of a call where other calls see it', 'store.at_once', {
    lookup: async (call, state) => {
      seen.set(state, call);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return plainSteps.lookup(seen.get(state)!, state);
    },
  }),
  broken('deletes an enrollment and inserts the new one in two steps', 'store.at_once', {
    store: async (call, state) => {
      const isRepeat = state.answers.has(call.body!.enrollment_session_id);
      if (!isRepeat) state.enrollments.delete(nameOf(call.body!));
      await new Promise((resolve) => setTimeout(resolve, 20));
      return plainSteps.store(call, state);
    },
  }),
  broken('keeps the enrollment that was captured last', 'store.overwrite_captured_earlier', {
    store: (call, state) => {
      const earlier = state.enrollments.get(nameOf(call.body!));
      const answer = plainSteps.store(call, state);
      if (earlier !== undefined && earlier.captured_at > call.body!.captured_at)
        state.enrollments.set(nameOf(call.body!), earlier);
      return answer;
    },
  }),
  broken('cuts features at 65,535 characters', 'store.features_whole', {
    store: (call, state) => {
      const features = call.body!.payload.features.slice(0, 65_535);
      return plainSteps.store(withPayload(call, { features }), state);
    },
  }),
  broken('looks an idempotency key up and claims it in two steps', 'idempotency.at_once', {
    store: async (call, state) => {
      if (call.body!.payload.finger !== 'LI') return plainSteps.store(call, state);
      const known = state.answers.get(call.body!.enrollment_session_id);
      await others();
      if (known?.hash === sha256(call.raw)) return plainSteps.store(call, state);
      return plainSteps.store(call, { ...state, answers: new Map(known && [[keyOf(call), known]]) });
    },
  }),
];

const keyOf = (call: Call): string => call.body!.enrollment_session_id;

/** Turns of the event loop in which simultaneous copies overtake each other, on any machine. */
async function others(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
}

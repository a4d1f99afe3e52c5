import { broken, type BrokenServer, refusing } from './broken-server.ts';
import { nameOf, plainSteps, sha256, withBody } from './plain-server.ts';

export const dataFaults: readonly BrokenServer[] = [
  broken('keeps one enrollment a user, whatever the finger', 'lookup.finger_exactly', {
    store: (call, state) => {
      const answer = plainSteps.store(call, state);
      for (const finger of ['LI', 'LM', 'RI', 'RM'])
        state.enrollments.set(`${call.body!.merchant_user_ref}\n${finger}`, call.body!);
      return answer;
    },
  }),
  broken('returns the other fingers of a user too', 'lookup.minimum', {
    lookup: (call, state) => ({
      ...plainSteps.lookup(call, state),
      others: [...state.enrollments.values()].filter(
        ({ merchant_user_ref, payload: { finger } }) =>
          merchant_user_ref === call.body!.merchant_user_ref && finger !== call.body!.payload.finger,
      ),
    }),
  }),
  broken('answers 200 found false when there is nothing', 'lookup.not_found_user', {
    lookup: (call, state) =>
      state.enrollments.has(nameOf(call.body!)) ? plainSteps.lookup(call, state) : { found: false },
  }),
  broken('answers a store with an empty enrollment_ref', 'store.reply', {
    store: (call, state) => ({ ...plainSteps.store(call, state), enrollment_ref: '' }),
  }),
  broken('answers a store with ok instead of stored', 'store.reply', {
    store: (call, state) => ({ ...plainSteps.store(call, state), stored: undefined, ok: true }),
  }),
  broken('answers a lookup with the type in its own spelling', 'lookup.reply', {
    lookup: (call, state) => ({ ...plainSteps.lookup(call, state), type: 'FINGERPRINT' }),
  }),
];

const keyedBy = (fault: string, change: (id: string) => string): BrokenServer =>
  broken(fault, 'idempotency.exactly', {
    store: (call, state) =>
      plainSteps.store(withBody(call, { enrollment_session_id: change(call.body!.enrollment_session_id) }), state),
  });

export const idempotencyFaults: readonly BrokenServer[] = [
  broken('does a repeated store again', 'idempotency.repeat', {
    store: (call, state) => {
      if (state.answers.get(call.body!.enrollment_session_id)?.hash === sha256(call.raw))
        state.answers.delete(call.body!.enrollment_session_id);
      return plainSteps.store(call, state);
    },
  }),
  broken('takes the same key with another body', 'idempotency.conflict', {
    store: (call, state) => {
      if (state.answers.get(call.body!.enrollment_session_id)?.hash !== sha256(call.raw))
        state.answers.delete(call.body!.enrollment_session_id);
      return plainSteps.store(call, state);
    },
  }),
  broken('answers a conflict, and stores it all the same', 'idempotency.conflict', {
    store: (call, state) => {
      const known = state.answers.get(call.body!.enrollment_session_id);
      if (known !== undefined && known.hash !== sha256(call.raw)) state.enrollments.set(nameOf(call.body!), call.body!);
      return plainSteps.store(call, state);
    },
  }),
  broken('answers a repeat with what is stored now', 'idempotency.repeat', {
    store: (call, state) => {
      const answer = plainSteps.store(call, state);
      const latest = state.answers.get(state.enrollments.get(nameOf(call.body!))!.enrollment_session_id)!;
      return state.answers.get(call.body!.enrollment_session_id)!.hash === sha256(call.raw) ? latest.answer : answer;
    },
  }),
  keyedBy('cuts the Idempotency-Key at 16 characters', (id) => id.slice(0, 16)),
  keyedBy('cuts the Idempotency-Key at 64 characters', (id) => id.slice(0, 64)),
  keyedBy('compares the Idempotency-Key without case', (id) => id.toLowerCase()),
  refusing(
    'refuses session ids above 64 characters',
    'idempotency.exactly',
    ({ body }) => body!.enrollment_session_id?.length > 64,
  ),
];

import type { BrokenServer } from './broken-server.ts';
import { nameOf, plainSteps, Refusal, sha256 } from './plain-server.ts';

export const dataFaults: readonly BrokenServer[] = [
  {
    fault: 'keeps the first enrollment for ever',
    steps: {
      store: (call, state) => {
        const earlier = state.enrollments.get(nameOf(call.body!));
        const answer = plainSteps.store(call, state);
        if (earlier !== undefined) state.enrollments.set(nameOf(call.body!), earlier);
        return answer;
      },
    },
    caughtBy: 'store.overwrite',
    alsoTrips: ['idempotency.newer_data', 'store.overwrite', 'store.overwrite_captured_earlier'],
  },
  {
    fault: 'keeps one enrollment a user, whatever the finger',
    steps: {
      store: (call, state) => {
        const answer = plainSteps.store(call, state);
        for (const finger of ['LI', 'LM', 'RI', 'RM'])
          state.enrollments.set(`${call.body!.merchant_user_ref}\n${finger}`, call.body!);
        return answer;
      },
    },
    caughtBy: 'lookup.finger_exactly',
    alsoTrips: ['lookup.finger_exactly', 'lookup.finger_exactly', 'idempotency.newer_data'],
  },
  {
    fault: 'returns all fingers of a user',
    steps: {
      lookup: (call, state) => ({
        ...plainSteps.lookup(call, state),
        all: [...state.enrollments.values()].filter(
          ({ merchant_user_ref }) => merchant_user_ref === call.body!.merchant_user_ref,
        ),
      }),
    },
    caughtBy: 'lookup.minimum',
  },
  {
    fault: 'answers 200 found false when there is nothing',
    steps: {
      lookup: (call, state) =>
        state.enrollments.has(nameOf(call.body!)) ? plainSteps.lookup(call, state) : { found: false },
    },
    caughtBy: 'lookup.not_found_user',
    alsoTrips: [
      'lookup.finger_exactly',
      'lookup.finger_exactly',
      ...['case', 'spaces', 'unicode', 'length', 'wildcard'].map((name) => `user_ref.${name}`),
      'errors.body',
      'errors.request_id',
      'signature.stores_nothing',
    ],
  },
  {
    fault: 'answers a store with ok instead of stored',
    steps: { store: (call, state) => ({ ...plainSteps.store(call, state), stored: undefined, ok: true }) },
    caughtBy: 'store.reply',
    alsoTrips: ['idempotency.repeat', 'idempotency.at_once', 'long.idempotency'],
  },
  {
    fault: 'answers a store with the JSON true instead of an object',
    steps: {
      store: (call, state) => {
        plainSteps.store(call, state);
        return true as unknown as object;
      },
    },
    caughtBy: 'store.reply',
    alsoTrips: ['idempotency.repeat', 'idempotency.at_once', 'long.idempotency'],
  },
  {
    fault: 'answers a store with an empty enrollment_ref',
    steps: { store: (call, state) => ({ ...plainSteps.store(call, state), enrollment_ref: '' }) },
    caughtBy: 'store.reply',
  },
  {
    fault: 'answers a lookup with the type in its own spelling',
    steps: { lookup: (call, state) => ({ ...plainSteps.lookup(call, state), type: 'FINGERPRINT' }) },
    caughtBy: 'lookup.reply',
  },
];

const keyedBy = (fault: string, change: (id: string) => string): BrokenServer => ({
  fault,
  steps: {
    store: (call, state) => {
      const enrollment_session_id = change(call.body!.enrollment_session_id);
      return plainSteps.store({ ...call, body: { ...call.body!, enrollment_session_id } }, state);
    },
  },
  caughtBy: 'idempotency.exactly',
});

export const idempotencyFaults: readonly BrokenServer[] = [
  {
    fault: 'does a repeated store again',
    steps: {
      store: (call, state) => {
        if (state.answers.get(call.body!.enrollment_session_id)?.hash === sha256(call.raw))
          state.answers.delete(call.body!.enrollment_session_id);
        return plainSteps.store(call, state);
      },
    },
    caughtBy: 'idempotency.repeat',
    alsoTrips: ['idempotency.newer_data', 'idempotency.at_once', 'long.idempotency'],
  },
  {
    fault: 'takes the same key with another body',
    steps: {
      store: (call, state) => {
        if (state.answers.get(call.body!.enrollment_session_id)?.hash !== sha256(call.raw))
          state.answers.delete(call.body!.enrollment_session_id);
        return plainSteps.store(call, state);
      },
    },
    caughtBy: 'idempotency.conflict',
    alsoTrips: ['idempotency.conflict', 'idempotency.at_once', 'long.idempotency'],
  },
  {
    fault: 'answers a conflict, and stores it all the same',
    steps: {
      store: (call, state) => {
        const known = state.answers.get(call.body!.enrollment_session_id);
        if (known !== undefined && known.hash !== sha256(call.raw))
          state.enrollments.set(nameOf(call.body!), call.body!);
        return plainSteps.store(call, state);
      },
    },
    caughtBy: 'idempotency.conflict',
    alsoTrips: ['idempotency.at_once'],
  },
  {
    fault: 'returns the earlier answer to a repeat, and stores the older data again',
    steps: {
      store: (call, state) => {
        const answer = plainSteps.store(call, state);
        state.enrollments.set(nameOf(call.body!), call.body!);
        return answer;
      },
    },
    caughtBy: 'idempotency.newer_data',
  },
  {
    fault: 'answers a repeat with what is stored now',
    steps: {
      store: (call, state) => {
        const answer = plainSteps.store(call, state);
        const latest = state.answers.get(state.enrollments.get(nameOf(call.body!))!.enrollment_session_id)!;
        return state.answers.get(call.body!.enrollment_session_id)!.hash === sha256(call.raw) ? latest.answer : answer;
      },
    },
    caughtBy: 'idempotency.repeat',
  },
  keyedBy('cuts the Idempotency-Key at 16 characters', (id) => id.slice(0, 16)),
  keyedBy('cuts the Idempotency-Key at 64 characters', (id) => id.slice(0, 64)),
  keyedBy('compares the Idempotency-Key without case', (id) => id.toLowerCase()),
  {
    fault: 'refuses session ids above 64 characters',
    steps: {
      fields: (call) => {
        plainSteps.fields(call);
        if (call.body!.enrollment_session_id?.length > 64) throw new Refusal(400, 'invalid_request');
      },
    },
    caughtBy: 'idempotency.exactly',
  },
];

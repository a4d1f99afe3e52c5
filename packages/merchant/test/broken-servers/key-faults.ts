import type { BrokenServer } from './broken-server.ts';
import { fetchKeys, header, plainSteps, Refusal } from './plain-server.ts';

export const keyFaults: readonly BrokenServer[] = [
  {
    fault: 'uses its newest key whatever the key id says',
    steps: {
      findKey: async (call, state) => {
        if (!state.keys.has(header(call, 'x-service-key-id'))) await fetchKeys(state);
        call.key = (state.keys.get(header(call, 'x-service-key-id')) ?? [...state.keys.values()][0])!.key;
      },
    },
    caughtBy: 'keys.unknown',
    alsoTrips: ['keys.cooldown', 'keys.removed', 'long.key_list', 'order.key_before_timestamp'],
  },
  {
    fault: 'fetches the key list once and never again',
    steps: {
      findKey: async (call, state) => {
        if (state.keys.size === 0) await fetchKeys(state);
        return plainSteps.findKey(call, { ...state, keysAskedAt: Infinity });
      },
    },
    caughtBy: 'keys.new',
    alsoTrips: [
      'keys.retiring',
      'keys.unreachable',
      'keys.removed',
      // The second half is signed with a key that it never learns.
      'store.kept',
      ...['enrollment', 'idempotency', 'nonce', 'key_list'].map((name) => `long.${name}`),
    ],
  },
  {
    fault: 'calls every key unknown when the list cannot be fetched',
    steps: {
      findKey: async (call, state) => {
        try {
          await plainSteps.findKey(call, state);
        } catch {
          throw new Refusal(401, 'invalid_signature');
        }
      },
    },
    caughtBy: 'keys.unreachable',
  },
  {
    fault: 'trusts the active key alone',
    steps: {
      findKey: async (call, state) => {
        await plainSteps.findKey(call, state);
        if (state.keys.get(header(call, 'x-service-key-id'))?.status !== 'active')
          throw new Refusal(401, 'invalid_signature');
      },
    },
    caughtBy: 'keys.retiring',
  },
  {
    fault: 'adds fetched keys to those it knows and drops none',
    steps: {
      findKey: async (call, state) => {
        const known = new Map(state.keys);
        await plainSteps.findKey(call, state).catch((error: unknown) => {
          const kept = known.get(header(call, 'x-service-key-id'));
          if (kept === undefined) throw error;
          call.key = kept.key;
        });
        state.keys = new Map([...known, ...state.keys]);
      },
    },
    caughtBy: 'keys.removed',
    alsoTrips: ['long.key_list'],
  },
  {
    fault: 'fetches the key list for every call with a key that it knows',
    steps: {
      findKey: async (call, state) => {
        if (state.keys.has(header(call, 'x-service-key-id'))) await fetchKeys({ ...state });
        await plainSteps.findKey(call, state);
      },
    },
    caughtBy: 'keys.cached',
  },
  {
    fault: 'fetches the key list for every unknown key id',
    steps: {
      findKey: (call, state) => {
        if (!state.keys.has(header(call, 'x-service-key-id'))) state.keysAskedAt = -Infinity;
        return plainSteps.findKey(call, state);
      },
    },
    caughtBy: 'keys.cooldown',
  },
];

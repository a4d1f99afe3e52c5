import type { BrokenServer } from './broken-server.ts';
import { type Call, nameOf, plainSteps } from './plain-server.ts';

/** A server that identifies users by something else than their reference. */
const filedBy = (fault: string, caughtBy: string, change: (ref: string) => string): BrokenServer => {
  const changed = (call: Call): Call => ({
    ...call,
    body: { ...call.body!, merchant_user_ref: change(call.body!.merchant_user_ref) },
  });
  return {
    fault,
    steps: {
      store: (call, state) => plainSteps.store(changed(call), state),
      lookup: (call, state) => plainSteps.lookup(changed(call), state),
    },
    caughtBy,
  };
};

const pattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replaceAll(/[^\w%-]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    's',
  );

export const userRefFaults: readonly BrokenServer[] = [
  filedBy('compares user references without case', 'user_ref.case', (ref) => ref.toLowerCase()),
  filedBy('trims user references', 'user_ref.spaces', (ref) => ref.trim()),
  filedBy('normalizes user references', 'user_ref.unicode', (ref) => ref.normalize('NFKC')),
  filedBy('cuts user references', 'user_ref.length', (ref) => ref.slice(0, 255)),
  {
    fault: 'takes user references of any length',
    steps: {
      fields: (call) => {
        const merchant_user_ref = call.body!.merchant_user_ref?.slice(0, 99);
        plainSteps.fields({ ...call, body: { ...call.body!, merchant_user_ref } });
      },
    },
    caughtBy: 'user_ref.too_long',
  },
  {
    fault: 'looks users up by LIKE',
    steps: {
      lookup: (call, state) => {
        const asked = pattern(nameOf(call.body!));
        const found = [...state.enrollments].find(([name]) => asked.test(name));
        return plainSteps.lookup({ ...call, body: found?.[1] ?? call.body! }, state);
      },
    },
    caughtBy: 'user_ref.wildcard',
  },
];

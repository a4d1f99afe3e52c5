import { broken, type BrokenServer } from './broken-server.ts';
import { type Call, header, inOrder, plainSteps, Refusal, type State, type Steps } from './plain-server.ts';

type Probe = (call: Call, state: State, steps: Steps) => void | Promise<void>;

/** One step runs before all others. If it passes, the contract's order goes on. */
const first = (fault: string, caughtBy: string, early: Probe): BrokenServer => ({
  fault,
  caughtBy,
  order: async (call, state, steps) => {
    const isNamed = header(call, 'x-service-signature') !== '';
    if (isNamed) await early(call, state, steps);
    return inOrder(call, state, steps);
  },
});

/** The steps after the fields, without a word about a body that cannot be read. */
const peek =
  (look: (call: Call, state: State) => unknown) =>
  (call: Call, state: State): void => {
    const copy = { ...call };
    try {
      plainSteps.parse(copy);
      plainSteps.fields(copy);
    } catch {
      return;
    }
    look(copy, state);
  };

const conflict = (call: Call, state: State): void => {
  const earlier = call.endpoint === 'store' && state.answers.get(call.body!.enrollment_session_id);
  if (earlier) plainSteps.store(call, state);
};

/** "If a call has two faults, the earlier step decides the response." */
export const orderFaults: readonly BrokenServer[] = [
  first('sees a stale timestamp before a malformed signature', 'order.headers_first', (call, state) =>
    plainSteps.timestamp(call, state),
  ),
  {
    fault: 'looks at the form of the signature after the nonce',
    caughtBy: 'order.headers_first',
    order: (call, state, steps) => {
      const sent = header(call, 'x-service-signature');
      const isForm = sent === '' || /^v2=[A-Za-z0-9+/]{86}==$/.test(sent);
      const wellFormed = { ...call.headers, 'x-service-signature': `v2=${'A'.repeat(86)}==` };
      if (isForm) return inOrder(call, state, steps);
      return inOrder({ ...call, headers: wellFormed }, state, {
        ...steps,
        bodyHash: () => {
          throw new Refusal(401, 'invalid_signature');
        },
      });
    },
  },
  broken('answers a conflict before a bad signature', 'order.signature_before_body', {
    nonceUnused: (call, state) => {
      plainSteps.nonceUnused(call, state);
      if (!verifies(call)) peek(conflict)(call, state);
    },
  }),
  broken('answers a conflict before it looks whom the body is for', 'order.binding_before_store', {
    binding: (call, state) => (conflict(call, state), plainSteps.binding(call, state)),
  }),
  broken('looks at the payload before the type', 'order.fields', {
    fields: (call) => {
      const { body } = call;
      if (body?.type === 'palm') plainSteps.fields({ ...call, body: { ...body, type: 'fingerprint' } });
      plainSteps.fields(call);
    },
  }),
  broken('looks whom the body is for before its fields', 'order.fields', {
    fields: (call) => {
      if (call.body?.merchant_id?.startsWith('mch_bio-check')) throw new Refusal(401, 'signature_mismatch');
      plainSteps.fields(call);
    },
  }),
];

function verifies(call: Call): boolean {
  try {
    plainSteps.bodyHash(call);
    plainSteps.signature(call);
    return true;
  } catch {
    return false;
  }
}

import { broken, type BrokenServer } from './broken-server.ts';
import { type Body, header, inOrder, nameOf, plainSteps, withHeader } from './plain-server.ts';

const SIGNATURE = 'x-service-signature';

export const signatureFaults: readonly BrokenServer[] = [
  broken('does without a version prefix', 'signature.no_prefix', {
    headers: (call) => {
      const sent = header(call, SIGNATURE);
      plainSteps.headers(/^[A-Za-z0-9+/]{86}==$/.test(sent) ? withHeader(call, SIGNATURE, `v2=${sent}`) : call);
    },
  }),
  broken('leaves the query out of the signed path', 'signature.query', {
    signature: (call) => plainSteps.signature({ ...call, path: call.path.split('?')[0]! }),
  }),
  {
    fault: 'stores before it verifies',
    order: (call, state, steps) => {
      if (call.endpoint === 'store' && header(call, SIGNATURE) !== '') {
        try {
          const body = JSON.parse(String(call.raw)) as Body;
          if (!state.answers.has(body.enrollment_session_id)) state.enrollments.set(nameOf(body), body);
        } catch {
          // Not JSON: its step comes later.
        }
      }
      return inOrder(call, state, steps);
    },
    caughtBy: 'signature.stores_nothing',
  },
];

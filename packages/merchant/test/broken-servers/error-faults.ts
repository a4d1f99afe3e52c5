import { broken, type BrokenServer } from './broken-server.ts';
import { inOrder, Refusal } from './plain-server.ts';

/** A refusal that remembers its request's body. */
class Telling extends Refusal {
  readonly raw: string;
  constructor({ status, code }: Refusal, raw: string) {
    super(status, code);
    this.raw = raw;
  }
}

const echoing = (fault: string, shown: (raw: string) => string): BrokenServer => ({
  fault,
  order: async (call, state, steps) => {
    try {
      return await inOrder(call, state, steps);
    } catch (error) {
      throw error instanceof Refusal ? new Telling(error, call.raw.toString()) : error;
    }
  },
  steps: {
    errorBody: (refusal, headers) => ({
      error: {
        code: refusal.code,
        message: refusal instanceof Telling ? shown(refusal.raw) : refusal.code,
        request_id: headers['x-request-id'],
      },
    }),
  },
  caughtBy: 'errors.no_echo',
});

export const errorFaults: readonly BrokenServer[] = [
  broken('answers errors in its own shape', 'errors.body', {
    errorBody: ({ code }) => ({ error: { code } }),
  }),
  broken('makes up a request id of its own', 'errors.request_id', {
    errorBody: ({ code }) => ({ error: { code, message: code, request_id: 'x' } }),
  }),
  echoing('echoes the body in an error', (raw) => `cannot take ${raw}`),
];

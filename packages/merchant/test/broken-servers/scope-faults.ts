import { broken, type BrokenServer } from './broken-server.ts';
import { type Call, header, inOrder, nameOf, plainSteps, Refusal, sha256, withHeader } from './plain-server.ts';

const noncesBy = (what: string, caughtBy: string, scope: (call: Call) => string): BrokenServer => {
  const scoped = (call: Call): Call =>
    withHeader(call, 'x-service-nonce', `${scope(call)} ${header(call, 'x-service-nonce')}`);
  return broken(`keeps nonces by ${what}`, caughtBy, {
    nonceUnused: (call, state) => plainSteps.nonceUnused(scoped(call), state),
    claimNonce: (call, state) => plainSteps.claimNonce(scoped(call), state),
  });
};

const claimingNoncesFor = (
  fault: string,
  isClaimed: (status: number, code?: string) => boolean,
  caughtBy = 'nonce.replayed_store',
): BrokenServer => ({
  fault,
  caughtBy,
  order: async (call, state, steps) => {
    const nonce = header(call, 'x-service-nonce');
    try {
      return await inOrder(call, state, steps);
    } catch (error) {
      const { status, code } = error as Refusal;
      if (code !== 'nonce_reused' && !isClaimed(status, code)) state.nonces.delete(nonce);
      throw error;
    }
  },
});

/** The key is used before, unless it came with this part of the body and another value. */
const filedBy = (what: string, part: (call: Call) => string): BrokenServer =>
  broken(`files idempotency keys by ${what}`, 'idempotency.conflict', {
    store: (call, state) => {
      const body = { ...call.body!, enrollment_session_id: `${call.body!.enrollment_session_id} ${part(call)}` };
      const answer = plainSteps.store({ ...call, body }, state);
      if (state.enrollments.get(nameOf(call.body!)) === body) state.enrollments.set(nameOf(call.body!), call.body!);
      return answer;
    },
  });

/** Two bodies that differ in this part alone are the same to it. */
const comparing = (fault: string, caughtBy: string, same: (text: string) => string): BrokenServer =>
  broken(fault, caughtBy, {
    store: (call, state) => {
      const earlier = state.answers.get(call.body!.enrollment_session_id);
      const answer = earlier?.hash === sha256(Buffer.from(same(String(call.raw)))) ? earlier.answer : undefined;
      if (answer !== undefined) return answer;
      if (earlier !== undefined) throw new Refusal(409, 'idempotency_conflict');
      return plainSteps.store({ ...call, raw: Buffer.from(same(String(call.raw))) }, state);
    },
  });

const without =
  (...names: string[]) =>
  (text: string): string =>
    JSON.stringify(JSON.parse(text), (name, value: unknown) => (names.includes(name) ? undefined : value));

export const scopeFaults: readonly BrokenServer[] = [
  noncesBy('user', 'nonce.across_endpoints', ({ raw }) => /"merchant_user_ref":"([^"]*)"/.exec(String(raw))?.[1] ?? ''),
  noncesBy('endpoint', 'nonce.across_endpoints', ({ endpoint }) => endpoint),
  noncesBy('key id', 'keys.retiring', (call) => header(call, 'x-service-key-id')),
  claimingNoncesFor('frees the nonce of a call that ends in 400', (status) => status !== 400),
  claimingNoncesFor('frees the nonce of a call that ends in 404', (status) => status !== 404, 'nonce.replayed_lookup'),
  claimingNoncesFor('claims a nonce only when the call ends in 200', () => false),
  claimingNoncesFor('frees the nonce of a conflict', (_, code) => code !== 'idempotency_conflict'),
  broken('takes nonces of UUID version 4 only', 'nonce.any_uuid', {
    headers: (call) => {
      plainSteps.headers(call);
      if (header(call, 'x-service-nonce')[14] !== '4') throw new Refusal(401, 'invalid_signature');
    },
  }),
  filedBy('user', (call) => call.body!.merchant_user_ref),
  filedBy('finger', (call) => call.body!.payload.finger),
  filedBy('captured_at', (call) => call.body!.captured_at),
  comparing('compares only the enrollment data of a repeat', 'idempotency.conflict', (text) =>
    JSON.stringify((JSON.parse(text) as { payload: unknown }).payload),
  ),
  comparing('leaves captured_at out of what it compares', 'idempotency.conflict', without('captured_at')),
  comparing('leaves enc_key out of what it compares', 'idempotency.conflict', without('enc_key')),
  comparing('compares the parsed body and not the bytes', 'idempotency.byte_for_byte', without()),
];

import { randomUUID } from 'node:crypto';
import type { BioErrorCode } from '@authly/contract/wire/bio/errors';
import { createServiceKey } from '../../testing/service-key.ts';
import { advice, type Check, CheckFailure, rule } from '../check.ts';
import {
  accepted,
  bodyFor,
  BOTH,
  everyCall,
  forgedSignature,
  refused,
  refusedWith4xx,
  stored,
} from '../expectations.ts';
import type { CallChanges, Probe } from '../probe.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Fault {
  readonly what: string;
  readonly code: BioErrorCode;
  /** The contract names no code for it. */
  readonly anyCode?: true;
  readonly onStoresOnly?: true;
  /** It needs a call that the server accepted before. */
  readonly needsTrust?: true;
  readonly text?: string;
  make?(probe: Probe): Made | Promise<Made>;
}
interface Made extends Pick<CallChanges, 'key' | 'merchantId' | 'timestamp' | 'nonce'> {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly fields?: Fields;
  readonly payload?: Fields;
}

const ANOTHER = 'mch_bio-check-another';
const headers = { 'x-service-signature': undefined };
const stale = ({ clock, toleranceMs }: Probe): string => new Date(clock.now() - toleranceMs - 60_000).toISOString();

async function usedNonce(probe: Probe): Promise<string> {
  const nonce = randomUUID();
  accepted(await probe.store(probe.storeBody(), { nonce }), 'the first store');
  return nonce;
}

/** In the order of the steps. Of two faults in one call, the earlier one decides the answer. */
// biome-ignore format: one row a line
const FAULTS: readonly Fault[] = [
  { what: 'a missing header', code: 'missing_signature', make: () => ({ headers }) },
  { what: 'a malformed signature', code: 'invalid_signature', make: () => ({ headers: { 'x-service-signature': 'v1=' } }) },
  { what: 'an unknown key', code: 'invalid_signature', make: async () => ({ key: await createServiceKey() }) },
  { what: 'another merchant', code: 'signature_mismatch', anyCode: true, make: () => ({ merchantId: ANOTHER }) },
  { what: 'a stale timestamp', code: 'timestamp_out_of_range', make: (probe) => ({ timestamp: stale(probe) }) },
  { what: 'a used nonce', code: 'nonce_reused', needsTrust: true, make: async (probe) => ({ nonce: await usedNonce(probe) }) },
  { what: 'another body', code: 'signature_mismatch', anyCode: true, make: () => ({ headers: { 'x-service-content-sha256': '0'.repeat(64) } }) },
  { what: 'a bad signature', code: 'signature_mismatch', make: () => ({ headers: forgedSignature() }) },
  { what: 'a body that is not JSON', code: 'invalid_request', text: '{"merchant_id":' },
  { what: 'a missing merchant_user_ref', code: 'invalid_request', make: () => ({ fields: { merchant_user_ref: undefined } }) },
  { what: 'the type palm', code: 'unsupported_bio_type', make: () => ({ fields: { type: 'palm' } }) },
  { what: 'a missing features', code: 'invalid_request', onStoresOnly: true, make: () => ({ payload: { features: undefined } }) },
  { what: 'the finger RT', code: 'unsupported_finger', make: () => ({ payload: { finger: 'RT' } }) },
  { what: 'another merchant in the body', code: 'signature_mismatch', make: () => ({ fields: { merchant_id: ANOTHER } }) },
  { what: 'a used key', code: 'idempotency_conflict', onStoresOnly: true, needsTrust: true, make: async (probe) => ({ fields: { enrollment_session_id: (await stored(probe)).enrollment_session_id } }) },
  { what: 'an unknown user', code: 'bio_enrollment_not_found' },
];

async function sendBoth(probe: Probe, first: Fault, later: Fault): Promise<void> {
  const isTrusted = probe.keyList.baseUrl !== '';
  if ((first.anyCode && first.code === later.code) || (later.needsTrust && !isTrusted)) return;
  for (const call of first.onStoresOnly || later.onStoresOnly ? (['store'] as const) : BOTH) {
    const [a, b] = [(await first.make?.(probe)) ?? {}, (await later.make?.(probe)) ?? {}];
    const good = bodyFor(probe, call) as Fields;
    const payload = { ...(good['payload'] as Fields), ...a.payload, ...b.payload };
    const body = first.text ?? later.text ?? { ...good, ...a.fields, ...b.fields, payload };
    const reply = await probe[call](body, { ...b, ...a, headers: { ...b.headers, ...a.headers } });
    const what = `a ${call} with ${first.what} and ${later.what}`;
    if (!first.anyCode) refused(reply, first.code, what);
    else if (reply.code === later.code) throw new CheckFailure(`${what}: ${later.what} was seen first`);
    else refusedWith4xx(probe, reply, first.code, what);
  }
}

const inOrder =
  (from: number, to = from): Check['run'] =>
  async (probe) => {
    for (let first = from; first <= to; first++)
      await everyCall(FAULTS.slice(first + 1).map((later) => sendBoth(probe, FAULTS[first]!, later)));
  };

export const orderChecks: readonly Check[] = [
  rule('order.headers_first', 'Missing and malformed headers are seen before all else (step 1)', inOrder(0, 1), {
    withoutTrust: 'any key id',
  }),
  rule('order.key_before_timestamp', 'An unknown key is seen before all later faults (step 2)', inOrder(2), {
    withoutTrust: 'any key id',
  }),
  rule(
    'order.merchant_before_timestamp',
    'Another merchant’s id is seen before all later faults (step 3)',
    inOrder(3),
    { withoutTrust: 'published key id' },
  ),
  rule(
    'order.timestamp_before_nonce',
    'A stale timestamp is seen before a used nonce and all later faults (step 4)',
    inOrder(4),
  ),
  rule(
    'order.nonce_before_signature',
    'A used nonce is seen before a bad signature and all later faults (step 5)',
    inOrder(5),
  ),
  rule(
    'order.signature_before_body',
    'A bad signature is seen before anything in the body, and before what is stored (steps 6 to 8)',
    inOrder(6, 7),
    { withoutTrust: 'published key id' },
  ),
  advice(
    'order.fields',
    'Of several faults in the body the first decides: outside the payload, type, payload, finger',
    inOrder(8, 12),
  ),
  advice(
    'order.binding_before_store',
    'A body for another merchant is refused before anything is looked up (step 9)',
    inOrder(13),
  ),
];

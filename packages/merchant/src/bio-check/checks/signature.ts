import { createHash, randomUUID } from 'node:crypto';
import { BIO_OPERATIONS } from '@authly/contract/operations';
import { createServiceKey } from '../../testing/service-key.ts';
import { type Check, rule } from '../check.ts';
import { accepted, forgedSignature, holdsNothing, refuses, refusesStore, refuses4xx, stored } from '../expectations.ts';
import type { CallChanges, Probe } from '../probe.ts';
import type { Reply } from '../send-raw.ts';

const SIGNATURE = 'x-service-signature';
const PUBLISHED = { withoutTrust: 'published key id' } as const;
const forged = (): string => forgedSignature()[SIGNATURE]!;

const malformed = (id: string, title: string, headers: CallChanges['headers'] & {}): Check =>
  rule(`signature.${id}`, `401 invalid_signature when ${title}`, refusesStore('invalid_signature', { headers }), {
    withoutTrust: 'any key id',
  });

const mismatch = (
  id: string,
  title: string,
  changes: (probe: Probe) => CallChanges | Promise<CallChanges>,
  options: Pick<Check, 'withoutTrust'> = {},
): Check =>
  rule(`signature.${id}`, `401 signature_mismatch when ${title}`, refusesStore('signature_mismatch', changes), options);

export const signatureChecks: readonly Check[] = [
  malformed('prefix', 'the prefix is v1=, though the signature itself is good', (signed) => ({
    [SIGNATURE]: signed[SIGNATURE]?.replace('v2=', 'v1='),
  })),
  malformed('no_prefix', 'there is no prefix', () => ({ [SIGNATURE]: forged().slice('v2='.length) })),
  malformed('not_base64', 'the part after v2= is not base64', { [SIGNATURE]: 'v2=***not base64***' }),
  malformed('too_short', 'the signature is cut short', () => ({ [SIGNATURE]: forged().slice(0, 43) })),
  mismatch('forged', 'the signature is random bytes', () => ({ headers: forgedSignature() }), PUBLISHED),
  mismatch(
    'other_key',
    'another key signed under a published key id',
    async (probe) => ({ key: await createServiceKey(probe.signingKey.keyId) }),
    PUBLISHED,
  ),
  mismatch('path', 'it was signed for the other endpoint', () => ({ signedFor: BIO_OPERATIONS.lookup.path })),
  mismatch('query', 'a query was added after signing', () => ({ query: '?finger=RI' })),
  mismatch('timestamp', 'the timestamp was changed after signing', (probe) => ({
    headers: { 'x-service-timestamp': new Date(probe.clock.now() - 7_000).toISOString() },
  })),
  mismatch('nonce', 'the nonce was changed after signing', () => ({ headers: { 'x-service-nonce': randomUUID() } })),
  rule(
    'body.raw_bytes',
    'The hash is over the raw bytes: a body with unusual spacing and escapes is accepted',
    async (probe) => {
      const body = probe.storeBody();
      const unusual = `${JSON.stringify(body, undefined, 3).replace('fingerprint', String.raw`finger\u0070rint`)}\n`;
      accepted(await probe.store(unusual, { idempotencyKey: body.enrollment_session_id }));
    },
  ),
  rule(
    'body.tampered',
    'A body that was changed after signing is refused',
    refuses4xx('signature_mismatch', (probe) => tampered(probe)),
  ),
  rule(
    'body.tampered_rehashed',
    '401 signature_mismatch when body and hash header were both changed after signing',
    refuses('signature_mismatch', (probe) =>
      tampered(probe, (sent) => ({ 'x-service-content-sha256': createHash('sha256').update(sent).digest('hex') })),
    ),
  ),
  rule('signature.stores_nothing', 'A store with a bad signature stores nothing', async (probe) => {
    const body = probe.storeBody();
    await probe.store(body, { headers: forgedSignature() });
    await holdsNothing(probe, body, 'after a forged store');
  }),
  rule(
    'signature.reads_nothing',
    'A lookup with a bad signature returns no data',
    refuses('signature_mismatch', async (probe) =>
      probe.lookup(probe.lookupBody(await stored(probe)), { headers: forgedSignature() }),
    ),
  ),
];

function tampered(probe: Probe, headersFor: (sent: string) => Record<string, string> = () => ({})): Promise<Reply> {
  const [signed, other] = [probe.storeBody(), probe.storeBody()];
  const sentBody = JSON.stringify({ ...signed, payload: other.payload });
  return probe.store(signed, { sentBody, headers: headersFor(sentBody) });
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { BIO_OPERATIONS } from '@authly/contract/operations';
import { createServiceKey } from '../../testing/service-key.ts';
import type { Check } from '../check.ts';
import { accepted, holdsNothing, refused, refusedWith4xx, stored } from '../expectations.ts';
import type { Probe, CallChanges } from '../probe.ts';

const SIGNATURE = 'x-service-signature';
const anySignature = () => randomBytes(64).toString('base64');

const malformed = (id: string, title: string, value: () => string): Check => ({
  id: `signature.${id}`,
  title: `401 invalid_signature when ${title}`,
  askedBy: 'contract',
  withoutTrust: 'any key id',
  run: async (probe) =>
    refused(await probe.store(probe.storeBody(), { headers: { [SIGNATURE]: value() } }), 'invalid_signature', title),
});

const mismatch = (id: string, title: string, changes: (probe: Probe) => CallChanges | Promise<CallChanges>): Check => ({
  id: `signature.${id}`,
  title: `401 signature_mismatch when ${title}`,
  askedBy: 'contract',
  run: async (probe) =>
    refused(await probe.store(probe.storeBody(), await changes(probe)), 'signature_mismatch', title),
});

/** Steps 6 to 8: the hash of the raw body, the canonical request, the signature. */
export const signatureChecks: readonly Check[] = [
  {
    id: 'signature.prefix',
    title: '401 invalid_signature when the prefix is v1=, though the signature itself is good',
    askedBy: 'contract',
    withoutTrust: 'any key id',
    async run(probe) {
      const headers = (signed: Readonly<Record<string, string>>) => ({
        [SIGNATURE]: signed[SIGNATURE]?.replace('v2=', 'v1='),
      });
      refused(await probe.store(probe.storeBody(), { headers }), 'invalid_signature', 'the prefix v1=');
    },
  },
  malformed('no_prefix', 'there is no prefix', anySignature),
  malformed('not_base64', 'what follows v2= is not base64', () => 'v2=***not base64***'),
  malformed('too_short', 'the signature is cut short', () => `v2=${anySignature().slice(0, 40)}`),
  {
    ...mismatch('forged', 'the signature is random bytes', () => ({
      headers: { [SIGNATURE]: `v2=${anySignature()}` },
    })),
    withoutTrust: 'published key id',
  },
  {
    ...mismatch('other_key', 'another key signed under a published key id', async (probe) => ({
      key: await createServiceKey(probe.signingKey.keyId),
    })),
    withoutTrust: 'published key id',
  },
  mismatch('path', 'it was signed for the other endpoint', () => ({ signedFor: BIO_OPERATIONS.lookup.path })),
  mismatch('query', 'a query was added after signing', () => ({ query: '?finger=RI' })),
  mismatch('timestamp', 'the timestamp was changed after signing', (probe) => ({
    headers: { 'x-service-timestamp': new Date(probe.clock.now() - 7_000).toISOString() },
  })),
  mismatch('nonce', 'the nonce was changed after signing', () => ({ headers: { 'x-service-nonce': randomUUID() } })),
  {
    id: 'body.raw_bytes',
    title: 'The hash is over the raw bytes: a body with unusual spacing and escapes is accepted',
    askedBy: 'contract',
    async run(probe) {
      const body = probe.storeBody();
      const unusual = `${JSON.stringify(body, undefined, 3).replace('fingerprint', String.raw`finger\u0070rint`)}\n`;
      accepted(
        await probe.store(unusual, { idempotencyKey: body.enrollment_session_id }),
        'a store in unusual but good JSON',
      );
    },
  },
  {
    id: 'body.tampered',
    title: 'A body that was changed after signing is refused',
    askedBy: 'contract',
    async run(probe) {
      const [signed, other] = [probe.storeBody(), probe.storeBody()];
      const sentBody = JSON.stringify({ ...signed, payload: other.payload });
      refusedWith4xx(probe, await probe.store(signed, { sentBody }), 'a tampered body', 'signature_mismatch');
    },
  },
  {
    id: 'body.tampered_rehashed',
    title: '401 signature_mismatch when body and hash header were both changed after signing',
    askedBy: 'contract',
    async run(probe) {
      const [signed, other] = [probe.storeBody(), probe.storeBody()];
      const sentBody = JSON.stringify({ ...signed, payload: other.payload });
      refused(
        await probe.store(signed, { sentBody, headers: { 'x-service-content-sha256': sha256(sentBody) } }),
        'signature_mismatch',
        'a tampered and rehashed body',
      );
    },
  },
  {
    id: 'signature.stores_nothing',
    title: 'A store with a bad signature stores nothing',
    askedBy: 'contract',
    async run(probe) {
      const forged = probe.storeBody();
      await probe.store(forged, { headers: { [SIGNATURE]: `v2=${anySignature()}` } });
      await holdsNothing(probe, forged, 'after a forged store');
    },
  },
  {
    id: 'signature.reads_nothing',
    title: 'A lookup with a bad signature returns no data',
    askedBy: 'contract',
    async run(probe) {
      const body = probe.lookupBody(await stored(probe, probe.storeBody()));
      refused(
        await probe.lookup(body, { headers: { [SIGNATURE]: `v2=${anySignature()}` } }),
        'signature_mismatch',
        'a forged lookup',
      );
    },
  },
];

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

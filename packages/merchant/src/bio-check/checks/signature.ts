import { createHash, randomUUID } from 'node:crypto';
import type { StoreRequest } from '@authly/contract/captures/store';
import { BIO_OPERATIONS } from '@authly/contract/operation-table';
import { createServiceKey } from '../../testing/service-key.ts';
import { type Check, rule } from '../check.ts';
import {
  accepted,
  type Changes,
  forgedSignature,
  holdsNothing,
  refusesBoth,
  refuses4xxBoth,
  stored,
} from '../expectations.ts';

const SIGNATURE = 'x-service-signature';
const PATH = 2;

const malformed = (id: string, title: string, ...changed: readonly ((signature: string) => string)[]): Check =>
  rule(
    `signature.${id}`,
    `401 invalid_signature when ${title}`,
    refusesBoth(
      'invalid_signature',
      ...changed.map((change) => ({
        headers: (signed: Readonly<Record<string, string>>) => ({
          [SIGNATURE]: change(signed[SIGNATURE]!.slice('v2='.length)),
        }),
      })),
    ),
    { withoutTrust: 'any key id' },
  );

const mismatch = (id: string, title: string, changes: readonly Changes[], options: Pick<Check, 'withoutTrust'> = {}) =>
  rule(
    `signature.${id}`,
    `401 signature_mismatch when ${title}`,
    refusesBoth('signature_mismatch', ...changes),
    options,
  );

/** Signs another string than the six lines of the call. */
const signing =
  (change: (lines: string[]) => string[]): Changes =>
  ({ signingKey }) => ({
    key: { ...signingKey, sign: (text) => signingKey.sign(change(text.split('\n')).join('\n')) },
  });
const signingPath = (change: (path: string) => string) =>
  signing((lines) => lines.map((line, i) => (i === PATH ? change(line) : line)));
const otherBase = (path: string): string => {
  const end = path.slice(path.lastIndexOf(BIO_OPERATIONS.store.path));
  return end === path ? `/bio${path}` : end;
};

export const signatureChecks: readonly Check[] = [
  malformed(
    'prefix',
    'the prefix is not v2=, though the signature itself is good',
    ...['v1=', 'v3=', 'V2=', 'v2:'].map((prefix) => (signature: string) => prefix + signature),
  ),
  malformed('no_prefix', 'there is no prefix', (signature) => signature),
  malformed(
    'not_base64',
    'the part after v2= is not base64',
    () => 'v2=***not base64***',
    (signature) => `v2=*${signature}`,
    () => `v2=${'-_'.repeat(43)}==`,
  ),
  malformed('too_short', 'the signature is cut short', (signature) => `v2=${signature.slice(0, 40)}`),
  malformed('too_long', 'more than the 64 bytes of the signature are sent', (signature) => {
    const longer = Buffer.concat([Buffer.from(signature, 'base64'), Buffer.from('more')]);
    return `v2=${longer.toString('base64')}`;
  }),
  mismatch(
    'forged',
    'the signature is random bytes, of another key, or of another timestamp, nonce or body',
    [
      () => ({ headers: forgedSignature() }),
      async ({ signingKey }) => ({ key: await createServiceKey(signingKey.keyId) }),
      ({ clock }) => ({ headers: { 'x-service-timestamp': new Date(clock.now() - 7_000).toISOString() } }),
      () => ({ headers: { 'x-service-nonce': randomUUID() } }),
      tampered((sent) => ({ 'x-service-content-sha256': createHash('sha256').update(sent).digest('hex') })),
    ],
    { withoutTrust: 'published key id' },
  ),
  mismatch('path', 'it was signed for the other endpoint', [
    signingPath((path) => (path.endsWith('/lookup') ? path.slice(0, -'/lookup'.length) : `${path}/lookup`)),
  ]),
  mismatch('base_path', 'it was signed for another base path, or with a slash at the end', [
    signingPath(otherBase),
    signingPath((path) => `${path}/`),
  ]),
  mismatch('string', 'it was signed over another constant, another method, or with an LF at the end', [
    signing(([, ...rest]) => ['SERVICE-ED25519-V1', ...rest]),
    signing(([constant, , ...rest]) => [constant!, 'PUT', ...rest]),
    signing((lines) => [...lines, '']),
  ]),
  mismatch('query', 'a query was added after signing', [() => ({ query: '?finger=RI' })]),
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
    refuses4xxBoth('signature_mismatch', tampered()),
  ),
  rule('signature.stores_nothing', 'A store with a bad signature stores nothing and uses no key', async (probe) => {
    const body = probe.storeBody();
    await probe.store(body, { headers: forgedSignature() });
    await holdsNothing(probe, body, 'after a forged store');
    await stored(probe, { ...probe.storeBody(), enrollment_session_id: body.enrollment_session_id });
  }),
];

function tampered(headersFor: (sent: string) => Record<string, string> = () => ({})): Changes {
  return (_, body) => {
    const sentBody = JSON.stringify({ ...body, payload: { ...(body as StoreRequest).payload, finger: 'LM' } });
    return { sentBody, headers: headersFor(sentBody) };
  };
}

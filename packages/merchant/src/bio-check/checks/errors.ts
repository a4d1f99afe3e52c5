import { randomBytes, randomUUID } from 'node:crypto';
import { advice, type Check, CheckFailure, rule } from '../check.ts';
import { forgedSignature } from '../expectations.ts';
import type { Probe } from '../probe.ts';
import type { Reply } from '../send-raw.ts';

export const errorChecks: readonly Check[] = [
  rule(
    'errors.body',
    'Every refusal carries the error body: code, message and request_id',
    async (probe) => {
      for (const [what, { json }] of await refusals(probe)) {
        const { error } = (json ?? {}) as { error?: Record<string, unknown> };
        const missing = ['code', 'message', 'request_id'].filter((name) => typeof error?.[name] !== 'string');
        if (missing.length > 0)
          throw new CheckFailure(
            `${what}: missing or not a string: ${missing.map((name) => `error.${name}`).join(', ')}`,
          );
      }
    },
    { withoutTrust: 'any key id' },
  ),
  advice(
    'errors.request_id',
    'error.request_id is the X-Request-Id of the call',
    async (probe) => {
      const requestId = randomUUID();
      for (const [what, { json }] of await refusals(probe, requestId))
        if ((json as { error?: { request_id?: unknown } } | undefined)?.error?.request_id !== requestId)
          throw new CheckFailure(`${what}: error.request_id is another one`);
    },
    {
      explanation:
        'It is the only thing that your log and the service’s have in common: without it nobody finds a failed call.',
      withoutTrust: 'any key id',
    },
  ),
  advice(
    'errors.no_echo',
    'A refusal repeats nothing of the body: no features, no enc_key, no user reference',
    async (probe) => {
      for (const [what, { status, text }, secrets] of await refusals(probe))
        if (status !== 200 && secrets.some((secret) => text.includes(secret)))
          throw new CheckFailure(`the answer to ${what} holds a part of its body`);
    },
    {
      explanation:
        'Error answers end up in logs and error reports, where the contract forbids bodies. Answer with fixed sentences; parsers and validators quote what they were given in their own messages.',
      withoutTrust: 'any key id',
    },
  ),
];

/** Each is refused by a different part of the server. The secrets are parts of the body that must not be repeated. */
async function refusals(
  probe: Probe,
  requestId: string = randomUUID(),
): Promise<[what: string, reply: Reply, secrets: string[]][]> {
  const headers = { 'x-request-id': requestId };
  const [forged, unknown, earlier] = [probe.storeBody(), probe.storeBody(), probe.storeBody()];
  const wrongFinger = probe.storeBody({}, { finger: 'RT' as 'RI' });
  const conflict = probe.storeBody({ enrollment_session_id: earlier.enrollment_session_id });
  await probe.store(earlier);
  // Parsers quote about ten characters around the error, so the marker starts there.
  const marker = `x${randomBytes(4).toString('hex')}`;
  const brokenText = `{"payload":{"features":${marker}}}`;
  const secretsOf = [partsOf(earlier), partsOf(conflict)].flat();
  return [
    ['a forged store', await probe.store(forged, { headers: { ...forgedSignature(), ...headers } }), partsOf(forged)],
    ['a store with an unsupported finger', await probe.store(wrongFinger, { headers }), partsOf(wrongFinger)],
    ['a conflicting store', await probe.store(conflict, { headers }), secretsOf],
    ['a body that is not JSON', await probe.store(brokenText, { idempotencyKey: 'ses_bio-check', headers }), [marker]],
    [
      'a lookup of an unknown user',
      await probe.lookup(probe.lookupBody(unknown), { headers }),
      [unknown.merchant_user_ref],
    ],
  ];
}

/** Servers may repeat only the start or the end. */
const partsOf = ({ merchant_user_ref, payload }: ReturnType<Probe['storeBody']>): string[] => [
  merchant_user_ref,
  ...[payload.features, payload.enc_key].flatMap((secret) => [secret.slice(0, 24), secret.slice(-24)]),
];

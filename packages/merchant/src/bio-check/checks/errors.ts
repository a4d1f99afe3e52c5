import { randomBytes } from 'node:crypto';
import { CheckFailure, type Check } from '../check.ts';
import type { Probe } from '../probe.ts';
import type { Reply } from '../send-raw.ts';

/** What a refusal says, and what it must not say. */
export const errorChecks: readonly Check[] = [
  {
    id: 'errors.body',
    title: 'A refusal carries the error body: code, message and request_id',
    askedBy: 'contract',
    withoutTrust: 'any key id',
    async run(probe) {
      const { json } = await probe.lookup(probe.lookupBody(probe.storeBody()));
      const { error } = (json ?? {}) as { error?: Record<string, unknown> };
      const missing = ['code', 'message', 'request_id'].filter((name) => typeof error?.[name] !== 'string');
      if (missing.length > 0)
        throw new CheckFailure(`missing or not a string: ${missing.map((name) => `error.${name}`).join(', ')}`);
    },
  },
  {
    id: 'errors.no_echo',
    title: 'A refusal repeats nothing of the body: no features, no enc_key, no user reference',
    askedBy: 'advice',
    explanation:
      'Error answers end up in logs and error reports, where the contract forbids bodies. Answer with fixed sentences; parsers and validators quote what they were given in their own messages.',
    withoutTrust: 'any key id',
    async run(probe) {
      for (const [what, refusal] of await refusals(probe)) {
        const { reply, secrets } = refusal;
        if (reply.status === 200) continue;
        if (secrets.some((secret) => reply.text.includes(secret)))
          throw new CheckFailure(`the answer to ${what} holds a part of its body`);
      }
    },
  },
];

interface Refusal {
  readonly reply: Reply;
  /** Parts of the body that must not come back. */
  readonly secrets: readonly string[];
}

/** Refused for different reasons: each has another author of its error. */
async function refusals(probe: Probe): Promise<[what: string, Refusal][]> {
  const forged = probe.storeBody();
  const wrongFinger = probe.storeBody({}, { finger: 'XX' as 'RI' });
  const unknown = probe.storeBody();
  const [brokenText, marker] = brokenJson();
  return [
    [
      'a forged store',
      {
        reply: await probe.store(forged, { headers: { 'x-service-signature': forgedSignature() } }),
        secrets: partsOf(forged),
      },
    ],
    ['a store with an unsupported finger', { reply: await probe.store(wrongFinger), secrets: partsOf(wrongFinger) }],
    [
      'a body that is not JSON',
      { reply: await probe.store(brokenText, { idempotencyKey: 'ses_bio-check' }), secrets: [marker] },
    ],
    [
      'a lookup of an unknown user',
      { reply: await probe.lookup(probe.lookupBody(unknown)), secrets: [unknown.merchant_user_ref] },
    ],
  ];
}

const forgedSignature = (): string => `v2=${randomBytes(64).toString('base64')}`;

/** Parsers quote some ten characters around the place where they gave up: the marker begins there. */
function brokenJson(): [text: string, marker: string] {
  const marker = `x${randomBytes(4).toString('hex')}`;
  return [`{"payload":{"features":${marker}}}`, marker];
}

/** Also where only the beginning or the end comes back. */
const partsOf = ({ merchant_user_ref, payload }: ReturnType<Probe['storeBody']>): string[] => [
  merchant_user_ref,
  ...[payload.features, payload.enc_key].flatMap((secret) => [secret.slice(0, 24), secret.slice(-24)]),
];

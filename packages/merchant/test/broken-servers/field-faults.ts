import { broken, type BrokenServer, refusing } from './broken-server.ts';
import { type Body, type Call, plainSteps, Refusal, withBody, withPayload } from './plain-server.ts';

const GOOD: Record<string, string> = { finger: 'RI', type: 'fingerprint', captured_at: '2026-01-31T09:15:00Z' };

/** Fills the field in where the predicate says that it is good enough, and goes on with it. */
export const filling = (
  fault: string,
  checks: string | readonly string[],
  path: string,
  isTaken: (value: unknown) => boolean,
  endpoint?: Call['endpoint'],
): BrokenServer =>
  broken(fault, checks, {
    fields: (call) => {
      const [outer, inner] = path.split('.') as [keyof Body, 'finger'?];
      const value: unknown = inner === undefined ? call.body?.[outer] : call.body?.payload?.[inner];
      const good = GOOD[inner ?? outer] ?? 'x';
      if ((endpoint ?? call.endpoint) !== call.endpoint || !isTaken(value)) return plainSteps.fields(call);
      plainSteps.fields(inner === undefined ? withBody(call, { [outer]: good }) : withPayload(call, { [inner]: good }));
    },
  });

export const isText = (value: unknown): boolean => typeof value === 'string';

const ON_BOTH = ['merchant_id', 'merchant_user_ref', 'type', 'payload', 'payload_finger'];

export const fieldFaults: readonly BrokenServer[] = [
  filling(
    'takes any finger code',
    ['fields.store.finger', 'fields.store.finger_case', 'fields.lookup.finger'],
    'payload.finger',
    isText,
  ),
  filling(
    'takes any biometric type',
    ['fields.store.type', 'fields.lookup.type', 'fields.lookup.type_case'],
    'type',
    isText,
  ),
  refusing(
    'knows index fingers only',
    ['lookup.finger_exactly', 'lookup.minimum'],
    ({ body }) => body!.payload.finger.endsWith('M'),
    'unsupported_finger',
  ),
  broken(
    'looks at type and finger, and at no other field',
    [
      'fields.store.without_payload_features',
      ...['enrollment_session_id', 'payload_enc_key', 'captured_at', ...ON_BOTH].map(
        (field) => `fields.store.without_${field}`,
      ),
      ...['verification_session_id', ...ON_BOTH].map((field) => `fields.lookup.without_${field}`),
      'fields.store.empty_features',
      'fields.store.empty_enc_key',
      'user_ref.too_long',
      'fields.store.captured_at',
      'fields.lookup.empty_merchant_user_ref',
    ],
    {
      fields: ({ body }) => {
        if ((body!.type ?? 'fingerprint') !== 'fingerprint') throw new Refusal(400, 'unsupported_bio_type');
        if (!['LI', 'LM', 'RI', 'RM'].includes(body!.payload?.finger ?? 'RI'))
          throw new Refusal(400, 'unsupported_finger');
      },
    },
  ),
  broken('takes empty features and an empty enc_key', ['fields.store.empty_features', 'fields.store.empty_enc_key'], {
    fields: (call) => {
      const { features, enc_key } = call.body!.payload ?? {};
      const areThere = isText(features) && isText(enc_key);
      plainSteps.fields(areThere ? withPayload(call, { features: features || 'x', enc_key: enc_key || 'x' }) : call);
    },
  }),
  refusing(
    'insists on milliseconds in captured_at',
    'fields.store.captured_at_digits',
    ({ endpoint, body }) => endpoint === 'store' && !/\.\d{3}Z$/.test(body!.captured_at),
  ),
  filling(
    'does not ask for captured_at',
    ['fields.store.without_captured_at', 'fields.store.captured_at'],
    'captured_at',
    () => true,
  ),
  broken(
    'calls a missing finger unsupported',
    ['fields.store.without_payload_finger', 'fields.lookup.without_payload_finger', 'fields.lookup.without_payload'],
    {
      fields: (call) => {
        const { payload } = call.body!;
        const isMissing = payload !== undefined && payload.finger === undefined;
        plainSteps.fields(isMissing ? withPayload(call, { finger: 'none' }) : call);
      },
    },
  ),
  broken('fails with 500 on a body that is not JSON', 'fields.not_json', {
    parse: (call) => {
      call.body = JSON.parse(String(call.raw)) as Body;
    },
  }),
  refusing('refuses fields that it does not know', 'fields.unknown', ({ body }) => 'added_later' in body!),
];

import { broken, type BrokenServer } from './broken-server.ts';
import { type Body, type Call, plainSteps, Refusal } from './plain-server.ts';

const lenient =
  (change: Partial<Body>) =>
  (call: Call): void =>
    plainSteps.fields({ ...call, body: { ...call.body!, ...change } });

export const fieldFaults: readonly BrokenServer[] = [
  broken('takes any finger code', ['fields.store.finger', 'fields.store.finger_case', 'fields.lookup.finger'], {
    fields: (call) =>
      lenient(
        typeof call.body!.payload?.finger === 'string' ? { payload: { ...call.body!.payload, finger: 'RI' } } : {},
      )(call),
  }),
  broken('takes any biometric type', ['fields.store.type', 'fields.lookup.type', 'fields.lookup.type_case'], {
    fields: (call) => lenient(typeof call.body!.type === 'string' ? { type: 'fingerprint' } : {})(call),
  }),
  broken('knows index fingers only', ['lookup.finger_exactly', 'lookup.minimum'], {
    fields: (call) => {
      plainSteps.fields(call);
      if (call.body!.payload.finger.endsWith('M')) throw new Refusal(400, 'unsupported_finger');
    },
  }),
  broken(
    'looks at type and finger, and at no other field',
    [
      'fields.store.without_payload_features',
      ...[
        'merchant_id',
        'merchant_user_ref',
        'enrollment_session_id',
        'type',
        'payload',
        'payload_finger',
        'payload_enc_key',
        'captured_at',
      ].map((field) => `fields.store.without_${field}`),
      ...['merchant_id', 'merchant_user_ref', 'verification_session_id', 'type', 'payload', 'payload_finger'].map(
        (field) => `fields.lookup.without_${field}`,
      ),
      'fields.store.empty_features',
      'fields.store.empty_enc_key',
      'user_ref.too_long',
      'fields.store.captured_at',
      'fields.lookup.without_payload',
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
      const { payload } = call.body!;
      const filled = (text: string): string => (text === '' ? 'x' : text);
      const isThere = typeof payload?.features === 'string' && typeof payload.enc_key === 'string';
      lenient(
        isThere
          ? { payload: { ...payload, features: filled(payload.features), enc_key: filled(payload.enc_key) } }
          : {},
      )(call);
    },
  }),
  broken('insists on milliseconds in captured_at', 'fields.store.captured_at_digits', {
    fields: (call) => {
      plainSteps.fields(call);
      if (call.endpoint === 'store' && !/\.\d{3}Z$/.test(call.body!.captured_at))
        throw new Refusal(400, 'invalid_request');
    },
  }),
  broken('does not ask for captured_at', ['fields.store.without_captured_at', 'fields.store.captured_at'], {
    fields: lenient({ captured_at: '2026-01-31T00:00:00Z' }),
  }),
  broken(
    'calls a missing finger unsupported',
    ['fields.store.without_payload_finger', 'fields.lookup.without_payload_finger', 'fields.lookup.without_payload'],
    {
      fields: (call) =>
        lenient(
          call.body!.payload !== undefined && call.body!.payload.finger === undefined
            ? { payload: { ...call.body!.payload, finger: 'none' } }
            : {},
        )(call),
    },
  ),
  broken('fails with 500 on a body that is not JSON', 'fields.not_json', {
    parse: (call) => {
      call.body = JSON.parse(String(call.raw)) as Body;
    },
  }),
  broken('refuses fields that it does not know', 'fields.unknown', {
    fields: (call) => {
      if ('added_later' in call.body!) throw new Refusal(400, 'invalid_request');
      plainSteps.fields(call);
    },
  }),
];

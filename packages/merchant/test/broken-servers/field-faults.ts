import type { BrokenServer } from './broken-server.ts';
import { type Body, type Call, plainSteps, Refusal } from './plain-server.ts';

const lenient =
  (change: Partial<Body>) =>
  (call: Call): void =>
    plainSteps.fields({ ...call, body: { ...call.body!, ...change } });

export const fieldFaults: readonly BrokenServer[] = [
  {
    fault: 'takes any finger code',
    steps: {
      fields: (call) =>
        lenient(
          typeof call.body!.payload?.finger === 'string' ? { payload: { ...call.body!.payload, finger: 'RI' } } : {},
        )(call),
    },
    caughtBy: 'fields.store.finger',
    alsoTrips: ['fields.store.finger_case', 'fields.lookup.finger'],
  },
  {
    fault: 'takes any biometric type',
    steps: { fields: (call) => lenient(typeof call.body!.type === 'string' ? { type: 'fingerprint' } : {})(call) },
    caughtBy: 'fields.store.type',
    alsoTrips: ['fields.lookup.type', 'fields.lookup.type_case'],
  },
  {
    fault: 'knows index fingers only',
    steps: {
      fields: (call) => {
        plainSteps.fields(call);
        if (call.body!.payload.finger.endsWith('M')) throw new Refusal(400, 'unsupported_finger');
      },
    },
    caughtBy: 'lookup.finger_exactly',
    alsoTrips: ['lookup.minimum', 'lookup.finger_exactly'],
  },
  {
    fault: 'looks at type and finger, and at no other field',
    steps: {
      fields: ({ body }) => {
        if ((body!.type ?? 'fingerprint') !== 'fingerprint') throw new Refusal(400, 'unsupported_bio_type');
        if (!['LI', 'LM', 'RI', 'RM'].includes(body!.payload?.finger ?? 'RI'))
          throw new Refusal(400, 'unsupported_finger');
      },
    },
    caughtBy: 'fields.store.without_payload_features',
    alsoTrips: [
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
      'fields.store.without_payload_features',
      'fields.store.empty_features',
      'fields.store.empty_enc_key',
      'user_ref.too_long',
      'fields.store.captured_at',
      'fields.lookup.without_payload',
      'fields.lookup.empty_merchant_user_ref',
    ],
  },
  {
    fault: 'takes empty features and an empty enc_key',
    steps: {
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
    },
    caughtBy: 'fields.store.empty_features',
    alsoTrips: ['fields.store.empty_enc_key'],
  },
  {
    fault: 'insists on milliseconds in captured_at',
    steps: {
      fields: (call) => {
        plainSteps.fields(call);
        if (call.endpoint === 'store' && !/\.\d{3}Z$/.test(call.body!.captured_at))
          throw new Refusal(400, 'invalid_request');
      },
    },
    caughtBy: 'fields.store.captured_at_digits',
  },
  {
    fault: 'does not ask for captured_at',
    steps: { fields: lenient({ captured_at: '2026-01-31T00:00:00Z' }) },
    caughtBy: 'fields.store.without_captured_at',
    alsoTrips: ['fields.store.captured_at'],
  },
  {
    fault: 'calls a missing finger unsupported',
    steps: {
      fields: (call) =>
        lenient(
          call.body!.payload !== undefined && call.body!.payload.finger === undefined
            ? { payload: { ...call.body!.payload, finger: 'none' } }
            : {},
        )(call),
    },
    caughtBy: 'fields.store.without_payload_finger',
    alsoTrips: ['fields.lookup.without_payload_finger', 'fields.lookup.without_payload'],
  },
  {
    fault: 'fails with 500 on a body that is not JSON',
    steps: {
      parse: (call) => {
        call.body = JSON.parse(String(call.raw)) as Body;
      },
    },
    caughtBy: 'fields.not_json',
  },
  {
    fault: 'refuses fields that it does not know',
    steps: {
      fields: (call) => {
        if ('added_later' in call.body!) throw new Refusal(400, 'invalid_request');
        plainSteps.fields(call);
      },
    },
    caughtBy: 'fields.unknown',
  },
];

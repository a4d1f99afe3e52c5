import type { BioErrorCode } from '@authly/contract/bio/errors';
import { advice, type Check, rule } from '../check.ts';
import { accepted, refuses, withFraction } from '../expectations.ts';

type Fields = Record<string, unknown>;
type Change = (body: Fields) => Fields;

const FIELDS = {
  store:
    'merchant_id merchant_user_ref enrollment_session_id type payload payload.finger payload.features payload.enc_key captured_at',
  lookup: 'merchant_id merchant_user_ref verification_session_id type payload payload.finger',
} as const;

const without =
  (path: string): Change =>
  (body) => {
    const [outer, inner] = path.split('.') as [string, string?];
    if (inner === undefined) return omit(body, outer);
    return { ...body, [outer]: omit(body[outer] as Fields, inner) };
  };
const omit = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
const withPayload =
  (fields: Fields): Change =>
  (body) => ({ ...body, payload: { ...(body['payload'] as Fields), ...fields } });

/** A well-signed call with one changed field. A store keeps its idempotency key, so that only this field is wrong. */
const changed =
  (operation: 'store' | 'lookup', askedFor = rule) =>
  (id: string, code: BioErrorCode, what: string, change: Change): Check =>
    askedFor(
      `fields.${operation}.${id}`,
      `400 ${code} for a ${operation} with ${what}`,
      refuses(code, (probe) => {
        const body = probe.storeBody();
        return operation === 'store'
          ? probe.store(change({ ...body }), { idempotencyKey: body.enrollment_session_id })
          : probe.lookup(change({ ...probe.lookupBody(body) }));
      }),
    );
const onStore = changed('store');
const onLookup = changed('lookup');

export const fieldChecks: readonly Check[] = [
  onStore('finger', 'unsupported_finger', 'the finger code XX', withPayload({ finger: 'XX' })),
  onLookup('finger', 'unsupported_finger', 'the finger code XX', withPayload({ finger: 'XX' })),
  onStore('finger_case', 'unsupported_finger', 'the finger code ri', withPayload({ finger: 'ri' })),
  onStore('type', 'unsupported_bio_type', 'the type iris', (body) => ({ ...body, type: 'iris' })),
  onLookup('type', 'unsupported_bio_type', 'the type iris', (body) => ({ ...body, type: 'iris' })),
  ...(['store', 'lookup'] as const).flatMap((operation) =>
    FIELDS[operation]
      .split(' ')
      .map((field) =>
        changed(operation)(`without_${field.replace('.', '_')}`, 'invalid_request', `no ${field}`, without(field)),
      ),
  ),
  onStore('features_number', 'invalid_request', 'features that are a number', withPayload({ features: 7 })),
  onStore('captured_at', 'invalid_request', 'a captured_at that is no ISO 8601 timestamp', (body) => ({
    ...body,
    captured_at: 'yesterday',
  })),
  ...['features', 'enc_key'].map((field) =>
    changed('store', advice)(`empty_${field}`, 'invalid_request', `empty ${field}`, withPayload({ [field]: '' })),
  ),
  advice(
    'fields.store.captured_at_digits',
    'A captured_at with none to nine digits of a fraction of a second is accepted',
    async (probe) => {
      for (let digits = 0; digits <= 9; digits++) {
        const body = probe.storeBody();
        const captured_at = withFraction(body.captured_at, digits);
        accepted(await probe.store({ ...body, captured_at }), `a captured_at with ${digits} digits`);
      }
    },
    'The service sends three digits today and may send another number tomorrow. Parse it as ISO 8601.',
  ),
  onLookup('payload_array', 'invalid_request', 'a payload that is an array', (body) => ({ ...body, payload: [] })),
  advice(
    'fields.unknown',
    'Fields that are not in the tables are ignored, on a store and on a lookup',
    async (probe) => {
      const body = probe.storeBody();
      const grown = { ...body, added_later: { note: 1 }, payload: { ...body.payload, added_later: 'x' } };
      accepted(await probe.store(grown), 'the store');
      accepted(await probe.lookup({ ...probe.lookupBody(body), added_later: true }), 'the lookup');
    },
    'Fields may be added to both calls at any time, and a server that refuses them ends every session from then on. Turn off strict parsing of unknown fields for these bodies.',
  ),
  rule(
    'fields.not_json',
    '400 invalid_request for a well-signed body that is not JSON',
    refuses('invalid_request', (probe) => probe.store('{"merchant_id":', { idempotencyKey: 'ses_bio-check' })),
  ),
];

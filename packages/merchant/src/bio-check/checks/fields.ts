import type { BioErrorCode } from '@authly/contract/bio/errors';
import type { StoreRequest } from '@authly/contract/bio/store';
import { advice, type Check, rule } from '../check.ts';
import { accepted, bodyFor, BOTH, refused, refuses, withFraction } from '../expectations.ts';

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

const keyOf = (operation: 'store' | 'lookup', { enrollment_session_id }: StoreRequest) =>
  operation === 'store' ? { idempotencyKey: enrollment_session_id } : {};

/** A well-signed call with one changed field. A store keeps its idempotency key, so that only this field is wrong. */
const changed =
  (operation: 'store' | 'lookup', askedFor = rule) =>
  (id: string, code: BioErrorCode, what: string, change: Change): Check =>
    askedFor(
      `fields.${operation}.${id}`,
      `400 ${code} for a ${operation} with ${what}`,
      refuses(code, (probe) => {
        const body = probe.storeBody();
        return probe[operation](change({ ...bodyFor(probe, operation, body) }), keyOf(operation, body));
      }),
    );
const onBoth = (id: string, code: BioErrorCode, what: string, change: Change): Check[] =>
  BOTH.map((operation) => changed(operation)(id, code, what, change));

/** What JSON has instead of the text, or the object, that the field must be. */
const OTHER_VALUES = [7, null, true, ['x'], { x: 'x' }];

const notText = (operation: 'store' | 'lookup'): Check =>
  rule(
    `fields.${operation}.not_text`,
    `400 invalid_request for a ${operation} with a field of another type`,
    async (probe) => {
      for (const path of FIELDS[operation].split(' '))
        for (const value of path === 'payload' ? ['x', ...OTHER_VALUES.slice(0, -1)] : OTHER_VALUES) {
          const body = probe.storeBody();
          const [outer, inner] = path.split('.') as [string, string?];
          const change =
            inner === undefined ? (fields: Fields) => ({ ...fields, [outer]: value }) : withPayload({ [inner]: value });
          const changedBody = change({ ...bodyFor(probe, operation, body) });
          const reply = await probe[operation](changedBody, keyOf(operation, body));
          refused(
            reply,
            'invalid_request',
            `${path} as ${value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`}`,
          );
        }
    },
  );

const NOT_OBJECTS = ['{"merchant_id":', '', 'null', '[]', '"text"', '7'];

export const fieldChecks: readonly Check[] = [
  ...onBoth('finger', 'unsupported_finger', 'the finger code XX', withPayload({ finger: 'XX' })),
  ...onBoth('finger_case', 'unsupported_finger', 'the finger code ri', withPayload({ finger: 'ri' })),
  ...onBoth('type', 'unsupported_bio_type', 'the type iris', (body) => ({ ...body, type: 'iris' })),
  ...onBoth('type_case', 'unsupported_bio_type', 'the type Fingerprint', (body) => ({ ...body, type: 'Fingerprint' })),
  ...BOTH.flatMap((operation) => [
    ...FIELDS[operation]
      .split(' ')
      .map((field) =>
        changed(operation)(`without_${field.replace('.', '_')}`, 'invalid_request', `no ${field}`, without(field)),
      ),
    notText(operation),
    changed(operation, advice)('empty_merchant_user_ref', 'invalid_request', 'an empty merchant_user_ref', (body) => ({
      ...body,
      merchant_user_ref: '',
    })),
  ]),
  rule(
    'fields.store.captured_at',
    '400 invalid_request for a captured_at that is no ISO 8601 timestamp',
    async (probe) => {
      for (const captured_at of ['yesterday', String(Math.floor(probe.clock.now() / 1000))])
        refused(await probe.store({ ...probe.storeBody(), captured_at }), 'invalid_request');
    },
  ),
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
  advice(
    'fields.unknown',
    'Fields that are not in the tables are ignored, on a store and on a lookup',
    async (probe) => {
      const body = probe.storeBody();
      const grown = { ...body, added_later: { note: 1 }, payload: { ...body.payload, added_later: 'x' } };
      accepted(await probe.store(grown), 'the store');
      const asked = { ...probe.lookupBody(body), added_later: true };
      accepted(await probe.lookup({ ...asked, payload: { ...asked.payload, added_later: 'x' } }), 'the lookup');
    },
    'Fields may be added to both calls at any time, and a server that refuses them ends every session from then on. Turn off strict parsing of unknown fields for these bodies.',
  ),
  rule(
    'fields.not_json',
    '400 invalid_request for a well-signed body that is not JSON, or no JSON object',
    async (probe) => {
      for (const operation of BOTH)
        for (const text of NOT_OBJECTS) {
          const reply = await probe[operation](text, { idempotencyKey: 'ses_bio-check' });
          refused(reply, 'invalid_request', `a ${operation} with the body ${text || 'of no bytes'}`);
        }
    },
  ),
];

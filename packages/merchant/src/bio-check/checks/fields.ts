import type { BioErrorCode } from '@authly/contract/wire/bio/errors';
import { advice, type Check, rule } from '../check.ts';
import { accepted, bodyFor, BOTH, everyCall, refused, withFraction } from '../expectations.ts';

type Fields = Record<string, unknown>;
type Change = (body: Fields) => Fields;

const FIELDS = {
  store:
    'merchant_id merchant_user_ref enrollment_session_id type payload payload.finger payload.features payload.enc_key captured_at',
  lookup: 'merchant_id merchant_user_ref verification_session_id type payload payload.finger',
} as const;

/** A field of the body or of its payload with this value. Undefined removes it. */
const withValue =
  (path: string, value: unknown): Change =>
  (body) => {
    const [outer, inner] = path.split('.') as [string, string?];
    const inside = inner === undefined ? value : { ...(body[outer] as Fields), [inner]: value };
    return { ...body, [outer]: inside };
  };
/** A well-signed call with one changed field. A store keeps its idempotency key, so that only this field is wrong. */
const changed =
  (operation: 'store' | 'lookup', askedFor = rule) =>
  (id: string, code: BioErrorCode, what: string, ...changes: readonly Change[]): Check =>
    askedFor(`fields.${operation}.${id}`, `400 ${code} for a ${operation} with ${what}`, async (probe) => {
      const sent = changes.map(async (change) => {
        const body = probe.storeBody();
        const key = operation === 'store' ? { idempotencyKey: body.enrollment_session_id } : {};
        refused(await probe[operation](change({ ...bodyFor(probe, operation, body) }), key), code);
      });
      await everyCall(sent);
    });
const onBoth = (id: string, code: BioErrorCode, what: string, change: Change): Check[] =>
  BOTH.map((operation) => changed(operation)(id, code, what, change));

/** A missing field, and what JSON has instead of a text or an object. */
const NO_TEXT = [undefined, 7, null, true, ['x'], { x: 'x' }];
const NO_OBJECT = [undefined, 7, null, true, ['x'], 'x'];

const NOT_OBJECTS = ['{"merchant_id":', '', 'null', '[]', '"text"', '7'];

export const fieldChecks: readonly Check[] = [
  ...onBoth('finger', 'unsupported_finger', 'the finger code XX', withValue('payload.finger', 'XX')),
  ...onBoth('finger_case', 'unsupported_finger', 'the finger code ri', withValue('payload.finger', 'ri')),
  ...onBoth('type', 'unsupported_bio_type', 'the type iris', withValue('type', 'iris')),
  ...onBoth('type_case', 'unsupported_bio_type', 'the type Fingerprint', withValue('type', 'Fingerprint')),
  ...BOTH.flatMap((operation) => [
    ...FIELDS[operation]
      .split(' ')
      .map((field) =>
        changed(operation)(
          `without_${field.replace('.', '_')}`,
          'invalid_request',
          `no ${field}, or one of another type`,
          ...(field === 'payload' ? NO_OBJECT : NO_TEXT).map((value) => withValue(field, value)),
        ),
      ),
    changed(operation, advice)(
      'empty_merchant_user_ref',
      'invalid_request',
      'an empty merchant_user_ref',
      withValue('merchant_user_ref', ''),
    ),
  ]),
  changed('store')(
    'captured_at',
    'invalid_request',
    'a captured_at that is no ISO 8601 timestamp',
    withValue('captured_at', 'yesterday'),
    withValue('captured_at', '1769850898'),
  ),
  ...['features', 'enc_key'].map((field) =>
    changed('store', advice)(`empty_${field}`, 'invalid_request', `empty ${field}`, withValue(`payload.${field}`, '')),
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

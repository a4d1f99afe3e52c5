import { broken, type BrokenServer } from './broken-server.ts';
import { filling, isText } from './field-faults.ts';
import { header, nameOf, plainSteps, Refusal } from './plain-server.ts';

const FIELDS = {
  store:
    'merchant_id merchant_user_ref enrollment_session_id type payload.finger payload.features payload.enc_key captured_at',
  lookup: 'merchant_id merchant_user_ref verification_session_id type payload.finger',
};
export const valueFaults: readonly BrokenServer[] = [
  ...(['store', 'lookup'] as const).flatMap((endpoint) =>
    FIELDS[endpoint].split(' ').flatMap((path) => {
      const check = `fields.${endpoint}.without_${path.replace('.', '_')}`;
      const isOther = (value: unknown): boolean => value !== undefined && !isText(value);
      return [
        filling(`does not ask for ${path} on a ${endpoint}`, check, path, (value) => value === undefined, endpoint),
        filling(`takes a ${path} that is no text on a ${endpoint}`, check, path, isOther, endpoint),
      ];
    }),
  ),
  filling(
    'takes null for a missing field',
    'fields.store.without_payload_enc_key',
    'payload.enc_key',
    (value) => value === null,
  ),
  broken('takes a list for an object', 'fields.not_json', {
    parse: (call) => {
      plainSteps.parse(call);
      if (Array.isArray(call.body)) throw new Refusal(404, 'bio_enrollment_not_found');
    },
  }),
  broken('finds users in an object with a prototype', 'lookup.not_found_user', {
    lookup: (call, state) =>
      call.body!.merchant_user_ref in {} ? { found: true, payload: {} } : plainSteps.lookup(call, state),
  }),
  broken('puts the reference into its SQL as text', 'lookup.not_found_user', {
    lookup: (call, state) => {
      if (/' OR /.test(call.body!.merchant_user_ref))
        return plainSteps.lookup({ ...call, body: [...state.enrollments.values()][0]! }, state);
      return plainSteps.lookup(call, state);
    },
  }),
  broken('answers with the index finger where the left middle one is not enrolled', 'lookup.finger_exactly', {
    lookup: (call, state) => {
      const index = { ...call.body!, payload: { ...call.body!.payload, finger: 'LI' } };
      const isMissing = call.body!.payload.finger === 'LM' && !state.enrollments.has(nameOf(call.body!));
      return plainSteps.lookup(isMissing ? { ...call, body: index } : call, state);
    },
  }),
  broken('stores at any path below /enrollments', 'http.other_path', {
    path: (path) => (path.endsWith('/lookup') ? 'lookup' : 'store'),
  }),
  broken('looks for its headers in small letters only', 'http.header_case', {
    headers: (call) => {
      if (!call.rawHeaders.includes('x-service-nonce')) throw new Refusal(401, 'missing_signature');
      plainSteps.headers(call);
    },
  }),
  broken('takes an empty header for one that is there', 'headers.signature', {
    headers: (call) => {
      if (call.headers['x-service-signature'] === '') throw new Refusal(401, 'invalid_signature');
      plainSteps.headers(call);
    },
  }),
  broken('demands an Accept header', 'store.accepted', {
    headers: (call) => {
      if (header(call, 'accept') === '') throw new Refusal(401, 'missing_signature');
      plainSteps.headers(call);
    },
  }),
];

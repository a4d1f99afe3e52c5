import { randomUUID } from 'node:crypto';
import { broken, type BrokenServer } from './broken-server.ts';
import { type Call, nameOf, plainSteps, Refusal, type State, type Steps, withPayload } from './plain-server.ts';

const onStore = (fault: string, fields: (call: Call, state: State) => object): BrokenServer =>
  broken(`answers a store with ${fault}`, 'store.reply', {
    store: (call, state) => {
      const known = state.answers.has(call.body!.enrollment_session_id);
      return { ...plainSteps.store(call, state), ...(known ? {} : fields(call, state)) };
    },
  });
const onLookup = (
  fault: string,
  fields: (call: Call, state: State) => object,
  caughtBy = 'lookup.reply',
): BrokenServer =>
  broken(`answers a lookup with ${fault}`, caughtBy, {
    lookup: (call, state) => ({ ...plainSteps.lookup(call, state), ...fields(call, state) }),
  });
const payloadOf = (call: Call, state: State, more: object): object => ({
  payload: { ...(plainSteps.lookup(call, state) as { payload: object }).payload, ...more },
});
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

const keeping = (fault: string, caughtBy: string, change: (text: string) => string): BrokenServer =>
  broken(fault, caughtBy, {
    store: (call, state) => {
      const { features, enc_key } = call.body!.payload;
      return plainSteps.store(withPayload(call, { features: change(features), enc_key: change(enc_key) }), state);
    },
  });

const sending = (fault: string, caughtBy: string, send: Steps['send']): BrokenServer =>
  broken(fault, caughtBy, { send });

/** The two response tables, the bytes of a response, and what is kept. */
export const replyFaults: readonly BrokenServer[] = [
  sending('answers as text/plain', 'http.content_type', (res, status, body) =>
    res.writeHead(status, { 'content-type': 'text/plain' }).end(JSON.stringify(body)),
  ),
  sending('answers errors as text/html', 'http.content_type', (res, status, body) =>
    res
      .writeHead(status, { 'content-type': status === 200 ? 'application/json' : 'text/html' })
      .end(JSON.stringify(body)),
  ),
  sending('answers 200 to a conflict', 'idempotency.conflict', (res, status, body) =>
    plainSteps.send(res, status === 409 && JSON.stringify(body).includes('idempotency') ? 200 : status, body),
  ),
  ...(
    [
      ['in small letters', (ref) => ref.toLowerCase()],
      ['without spaces around it', (ref) => ref.trim()],
      ['as a number', (ref) => (/^[1-9]\d*$/.test(ref) ? Number(ref) : ref)],
      ['without leading zeros', (ref) => ref.replace(/^0+/, '')],
      ['normalized', (ref) => ref.normalize('NFD')],
    ] as const satisfies readonly (readonly [string, (ref: string) => unknown])[]
  ).flatMap(([how, change]) => [
    onStore(`the user reference ${how}`, ({ body }) => ({ merchant_user_ref: change(body!.merchant_user_ref) })),
    onLookup(`the user reference ${how}`, ({ body }) => ({ merchant_user_ref: change(body!.merchant_user_ref) })),
  ]),
  onStore('stored false', () => ({ stored: false })),
  onStore('stored as text', () => ({ stored: 'true' })),
  onStore('another user reference', () => ({ merchant_user_ref: 'somebody' })),
  onStore('the user reference in other bytes', ({ body }) => ({ merchant_user_ref: latin1(body!.merchant_user_ref) })),
  onStore('another type', () => ({ type: 'finger' })),
  onStore('another finger', () => ({ payload: { finger: 'LM' } })),
  onStore('always the right index finger', () => ({ payload: { finger: 'RI' } })),
  onStore('a payload of null', () => ({ payload: null })),
  onStore('an enrollment_ref of null', () => ({ enrollment_ref: null })),
  onStore('a stored_at without a zone', () => ({ stored_at: '2026-01-31T09:15:00' })),
  onStore('a stored_at in seconds', () => ({ stored_at: 1_769_850_900 })),
  broken('answers an overwrite with stored false', 'store.reply', {
    store: (call, state) => {
      const isThere = state.enrollments.has(nameOf(call.body!));
      const isRepeat = state.answers.has(call.body!.enrollment_session_id);
      return { ...plainSteps.store(call, state), ...(isThere && !isRepeat ? { stored: false } : {}) };
    },
  }),
  onLookup('found as text', () => ({ found: 'true' })),
  onLookup('another user reference', () => ({ merchant_user_ref: 'somebody' })),
  onLookup('the user reference in other bytes', ({ body }) => ({ merchant_user_ref: latin1(body!.merchant_user_ref) })),
  onLookup('another finger', (call, state) => payloadOf(call, state, { finger: 'LM' })),
  onLookup('always the right index finger', (call, state) => payloadOf(call, state, { finger: 'RI' })),
  onLookup('an empty enrollment_ref', () => ({ enrollment_ref: '' })),
  onLookup('an enrolled_at without a zone', () => ({ enrolled_at: '2026-01-31T09:15:00' })),
  onLookup('an enrolled_at of null', () => ({ enrolled_at: null })),
  onLookup(
    'features in a list',
    (call, state) => payloadOf(call, state, { features: [call.body!.payload.features] }),
    'lookup.accepted',
  ),
  onLookup('more than 1 MiB', () => ({ padding: 'A'.repeat(1_048_576) }), 'lookup.accepted'),
  onLookup('thousands of fields', () => ({ padding: Array.from({ length: 5000 }, () => 1) })),
  keeping('decodes features and enc_key as base64', 'store.features_whole', (text) =>
    /^[A-Za-z0-9+/=]+$/.test(text) || text.startsWith('v2.') ? text : Buffer.from(text, 'base64').toString('base64'),
  ),
  keeping('trims features and enc_key', 'store.features_whole', (text) => text.trim()),
  keeping('normalizes features and enc_key', 'store.features_whole', (text) => text.normalize('NFC')),
  keeping('cuts features at half a MiB', 'http.large_body', (text) => text.slice(0, 524_288)),
  broken('takes no body above a million bytes and a little', 'http.large_body', {
    size: (raw) => {
      if (raw.length > 1_024_000) throw new Refusal(413, 'invalid_request');
    },
  }),
  broken('answers errors without a message, except 404', 'errors.body', {
    errorBody: (refusal, headers) =>
      refusal.status === 404
        ? plainSteps.errorBody(refusal, headers)
        : { error: { code: refusal.code, request_id: headers['x-request-id'] } },
  }),
  broken('makes up a request id of its own, except for 404', 'errors.request_id', {
    errorBody: (refusal, headers) =>
      plainSteps.errorBody(refusal, refusal.status === 404 ? headers : { 'x-request-id': randomUUID() }),
  }),
];

import { broken, type BrokenServer, nothing, refusing } from './broken-server.ts';
import { filling } from './field-faults.ts';
import {
  type Call,
  canonical,
  header,
  isSigned,
  nameOf,
  plainSteps,
  Refusal,
  type State,
  withBody,
  withHeader,
} from './plain-server.ts';

/** Each of these trips one check that most faults trip together with others. */

const skewOf = (call: Call, now: number): number => Date.parse(header(call, 'x-service-timestamp')) - now;

const within = (fault: string, check: string, isTimely: (skewMs: number, call: Call) => boolean): BrokenServer =>
  broken(fault, `timestamp.${check}`, {
    timestamp: (call, { clock }) => {
      if (!isTimely(skewOf(call, clock.now()), call)) throw new Refusal(401, 'timestamp_out_of_range');
    },
  });

const is = (expected: unknown) => (value: unknown) => value === expected;

const SISTER = 'mch_bio-check-other';
/** It also serves another merchant, where header or body name it. */
const sister = (
  fault: string,
  check: string,
  isTaken: (inHeader: boolean, inBody: boolean) => boolean,
): BrokenServer => {
  const taken = (call: Call, state: State): State => {
    const inHeader = header(call, 'x-service-merchant-id') === SISTER;
    const inBody = String(call.raw).includes(`"merchant_id":"${SISTER}"`);
    return isTaken(inHeader, inBody) ? { ...state, merchantId: SISTER } : state;
  };
  const named = (call: Call, own: State, seen: State): Call =>
    seen === own ? call : withHeader(withBody(call, { merchant_id: SISTER }), 'x-service-merchant-id', SISTER);
  return broken(fault, `merchant.${check}`, {
    merchant: (call, state) => plainSteps.merchant(named(call, state, taken(call, state)), taken(call, state)),
    binding: (call, state) => plainSteps.binding(named(call, state, taken(call, state)), taken(call, state)),
  });
};

const answering = (method: string, endpoint: Call['endpoint'], status: number): BrokenServer =>
  broken(`answers ${status} to ${method} on a ${endpoint}`, `http.${method.toLowerCase()}_${endpoint}`, {
    send: (res, usual, body) => {
      const isLookup = res.req.url!.includes('/lookup');
      const isMeant = res.req.method === method && isLookup === (endpoint === 'lookup');
      plainSteps.send(res, isMeant ? status : usual, body);
    },
  });

const strangers = new WeakMap<State, { at: number; count: number; lockedUntil: number }>();

const olderStores = new WeakMap<State, Map<string, number>>();

const retiring = new WeakSet<Call>();
const stores = new WeakMap<State, { at: number; count: number }>();

const keyIdOf = (call: Call): string => header(call, 'x-service-key-id');
const idOf = (call: Call): string => call.body!.enrollment_session_id;

export const loneFaults: readonly BrokenServer[] = [
  ...['merchant-id', 'key-id', 'timestamp', 'nonce', 'content-sha256'].map(
    (name): BrokenServer => ({
      ...broken(`answers 400 without x-service-${name}`, `headers.${name.replaceAll('-', '_')}`, {
        headers: (call) => {
          if (header(call, `x-service-${name}`) === '') throw new Refusal(400, 'invalid_request');
          plainSteps.headers(call);
        },
      }),
      warns: true,
    }),
  ),
  sister('takes calls for a sister', 'header', (inHeader, inBody) => inHeader && inBody),
  sister('takes a header of a sister', 'header_alone', (inHeader, inBody) => inHeader && !inBody),
  sister('takes a body of a sister', 'signed_for_another', (inHeader, inBody) => !inHeader && inBody),
  ...[
    ['any other Idempotency-Key', 'idempotency_key', (sent: string) => sent !== ''] as const,
    ['a store without Idempotency-Key', 'no_idempotency_key', (sent: string) => sent === ''] as const,
  ].map(([what, check, isTaken]) =>
    broken(`takes ${what}`, `merchant.${check}`, {
      binding: (call, state) => {
        const sent = header(call, 'idempotency-key');
        plainSteps.binding(isTaken(sent) ? withHeader(call, 'idempotency-key', idOf(call)) : call, state);
      },
    }),
  ),
  within('takes timestamps that are 45 seconds too old', 'stale', (skew) => skew <= 300_000 && skew >= -345_000),
  within(
    'takes timestamps of the last four minutes alone',
    'late_within',
    (skew) => skew <= 300_000 && skew >= -240_000,
  ),
  within(
    'takes lookups no more than four minutes ahead',
    'early_within',
    (skew, { endpoint }) => skew >= -300_000 && skew <= (endpoint === 'lookup' ? 240_000 : 300_000),
  ),
  within('takes a timestamp that it cannot read', 'unparsable', (skew) => !(Math.abs(skew) > 300_000)),
  within(
    'insists on a fraction of a second',
    'whole_seconds',
    (skew, call) => Math.abs(skew) <= 300_000 && header(call, 'x-service-timestamp').includes('.'),
  ),
  broken('fills a short signature up', 'signature.too_short', {
    headers: (call) => {
      const sent = header(call, 'x-service-signature');
      const isShort = /^v2=[A-Za-z0-9+/]{1,85}$/.test(sent);
      plainSteps.headers(isShort ? withHeader(call, 'x-service-signature', sent.padEnd(89, 'A') + '==') : call);
    },
  }),
  broken('forgives a timestamp that is seven seconds behind the signed one', 'signature.forged', {
    signature: (call) => {
      const sent = new Date(Date.parse(header(call, 'x-service-timestamp')) + 7_000).toISOString();
      if (!isSigned(call, canonical(withHeader(call, 'x-service-timestamp', sent)))) plainSteps.signature(call);
    },
  }),
  broken('trims the body before it hashes it', 'body.raw_bytes', {
    bodyHash: (call) => plainSteps.bodyHash({ ...call, raw: Buffer.from(String(call.raw).trim()) }),
  }),
  ...(['store', 'lookup'] as const).flatMap((endpoint) => [
    filling(
      `takes the finger code XX on a ${endpoint}`,
      `fields.${endpoint}.finger`,
      'payload.finger',
      is('XX'),
      endpoint,
    ),
    filling(
      `takes the finger code ri on a ${endpoint}`,
      `fields.${endpoint}.finger_case`,
      'payload.finger',
      is('ri'),
      endpoint,
    ),
    filling(`takes the type iris on a ${endpoint}`, `fields.${endpoint}.type`, 'type', is('iris'), endpoint),
    filling(
      `takes the type Fingerprint on a ${endpoint}`,
      `fields.${endpoint}.type_case`,
      'type',
      is('Fingerprint'),
      endpoint,
    ),
    filling(
      `takes an empty user reference on a ${endpoint}`,
      `fields.${endpoint}.empty_merchant_user_ref`,
      'merchant_user_ref',
      is(''),
      endpoint,
    ),
    broken(`fails with 500 on a ${endpoint} without payload`, `fields.${endpoint}.without_payload`, {
      fields: (call) => {
        if (call.endpoint === endpoint && call.body?.type && call.body.payload === undefined)
          throw new Error('no payload');
        plainSteps.fields(call);
      },
    }),
  ]),
  ...['features', 'enc_key'].map((field) =>
    filling(`takes an empty ${field}`, `fields.store.empty_${field}`, `payload.${field}`, is(''), 'store'),
  ),
  filling(
    'takes a captured_at in seconds',
    'fields.store.captured_at',
    'captured_at',
    (value) => typeof value === 'string' && /^\d+$/.test(value),
  ),
  refusing(
    'insists on a fraction of a second in captured_at',
    'fields.store.captured_at_digits',
    ({ endpoint, body }) => endpoint === 'store' && !body!.captured_at.includes('.'),
  ),
  answering('GET', 'store', 200),
  answering('GET', 'lookup', 200),
  answering('HEAD', 'store', 500),
  answering('HEAD', 'lookup', 500),
  ...['PUT', 'PATCH', 'DELETE'].map((taken) =>
    broken(`takes ${taken} for POST`, `http.${taken.toLowerCase()}_store`, {
      method: (method) => (method === taken ? undefined : plainSteps.method(method)),
    }),
  ),
  broken('fails with 500 on a large body that is not JSON', 'http.oversize_unsigned', {
    size: (raw) => {
      if (raw.length > 1_048_576) JSON.parse(String(raw));
      plainSteps.size(raw);
    },
  }),
  broken('looks at the merchant before the key', 'order.key_before_timestamp', {
    findKey: (call, state) => {
      plainSteps.merchant(call, state);
      return plainSteps.findKey(call, state);
    },
  }),
  broken('takes a nonce of a store again for a lookup of the same user', 'nonce.across_endpoints', {
    nonceUnused: (call, state) => (isOfOwnStore(call, state) ? undefined : plainSteps.nonceUnused(call, state)),
    claimNonce: (call, state) => {
      if (isOfOwnStore(call, state)) return;
      void plainSteps.claimNonce(call, state);
      if (call.endpoint === 'store') state.nonces.add(ownNonce(call));
    },
  }),
  broken('stores the older data again for a repeat that follows one overwrite', 'idempotency.newer_data', {
    store: (call, state) => {
      const known = olderStores.get(state) ?? new Map<string, number>();
      olderStores.set(state, known);
      const isRepeat = state.answers.has(idOf(call));
      const answer = plainSteps.store(call, state);
      const name = nameOf(call.body!);
      if (!isRepeat) known.set(name, (known.get(name) ?? 0) + 1);
      else if (known.get(name) === 2) state.enrollments.set(name, call.body!);
      return answer;
    },
  }),
  broken('takes 1,050 new stores a second', 'long.many_calls', {
    store: (call, state) => {
      const now = state.clock.now();
      const known = stores.get(state);
      const { count } = known?.at === now ? known : { count: 0 };
      if (!state.answers.has(idOf(call))) stores.set(state, { at: now, count: count + 1 });
      if (count >= 1_050 && !state.answers.has(idOf(call))) throw new Refusal(429, 'invalid_request');
      return plainSteps.store(call, state);
    },
  }),
  broken('fetches the key list for every call with a key that it knows', 'keys.cached', {
    findKey: async (call, state) => {
      if (state.keys.has(keyIdOf(call))) await state.fetch(state.keyListUrl).catch(nothing);
      await plainSteps.findKey(call, state);
    },
  }),
  {
    ...broken('refuses unknown keys for ten seconds after forty of them', 'keys.new', {
      findKey: (call, state) => {
        const now = state.clock.now();
        const known = strangers.get(state) ?? { at: now, count: 0, lockedUntil: 0 };
        if (!state.keys.has(keyIdOf(call))) {
          const count = known.at === now ? known.count + 1 : 1;
          strangers.set(state, { at: now, count, lockedUntil: count === 40 ? now + 10_000 : known.lockedUntil });
          if (now < known.lockedUntil) throw new Refusal(401, 'invalid_signature');
        }
        return plainSteps.findKey(call, state);
      },
    }),
    after: ['keys.unknown', 'keys.cooldown'],
  },
  broken('refuses what a retiring key signed', 'keys.retiring', {
    findKey: async (call, state) => {
      await plainSteps.findKey(call, state);
      if (state.keys.get(keyIdOf(call))!.status === 'retiring') retiring.add(call);
    },
    signature: (call) => {
      plainSteps.signature(call);
      if (retiring.has(call)) throw new Refusal(401, 'invalid_signature');
    },
  }),
];

const ownNonce = ({ headers, raw }: Call): string =>
  `${String(headers['x-service-nonce'])} ${/"merchant_user_ref":"([^"]*)"/.exec(String(raw))?.[1]}`;
const isOfOwnStore = (call: Call, { nonces }: State): boolean =>
  call.endpoint === 'lookup' && nonces.has(ownNonce(call));

import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { BIO_ERRORS, type BioErrorCode } from '@authly/contract/wire/bio/errors';
import type { StoreRequest } from '@authly/contract/captures/store';
import { BIO_LIMITS } from '@authly/contract/wire/limits';
import type { ServiceKey } from '../testing/service-key.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type Check, CheckFailure } from './check.ts';
import type { CallChanges, Probe } from './probe.ts';
import type { Reply } from './send-raw.ts';

const shown = ({ status, code }: Reply): string => (code === undefined ? String(status) : `${status} ${code}`);

const THE_CALL = 'the call';

export function accepted(reply: Reply, what = THE_CALL): void {
  if (reply.status !== 200) throw new CheckFailure(`${what}: expected 200, got ${shown(reply)}`);
}

/** Two equal answers without a result prove nothing. */
export function sameResult(first: Reply, second: Reply, otherwise: string): void {
  if (![first, second].every(({ json }) => isObject(json) && json['stored'] === true))
    throw new CheckFailure('an answer is no JSON object with stored true: there is no result to return again');
  if (!isDeepStrictEqual(first.json, second.json)) throw new CheckFailure(otherwise);
}

const matches = (reply: Reply, code: BioErrorCode): boolean =>
  reply.status === BIO_ERRORS[code].status && reply.code === code;

export function refused(reply: Reply, code: BioErrorCode, what = THE_CALL): void {
  if (!matches(reply, code))
    throw new CheckFailure(`${what}: expected ${BIO_ERRORS[code].status} ${code}, got ${shown(reply)}`);
}

/** Without a code in the contract any 4xx is right; another code than the advised one warns. */
export function refusedWith4xx(probe: Probe, reply: Reply, decided?: BioErrorCode, what = THE_CALL): void {
  const got = `got ${shown(reply)}`;
  const wasLookedUp = decided !== undefined && reply.code === 'bio_enrollment_not_found';
  if (reply.status < 400 || reply.status > 499 || wasLookedUp)
    throw new CheckFailure(`${what}: expected any 4xx that refuses it, ${got}`);
  if (decided !== undefined && !matches(reply, decided))
    probe.warn(`${what}: ${BIO_ERRORS[decided].status} ${decided} is asked for, ${got}`);
}

/** Waits for every call before it throws the first failure: a late answer would count for the next check. */
export async function everyCall<Result>(calls: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}

type Send = (probe: Probe) => Promise<Reply>;

export const refuses =
  (code: BioErrorCode, send: Send): Check['run'] =>
  async (probe) =>
    refused(await send(probe), code);
export const refuses4xx =
  (send: Send): Check['run'] =>
  async (probe) =>
    refusedWith4xx(probe, await send(probe));

export const BOTH = ['store', 'lookup'] as const;
/** `fields` replace those of the body before it is signed. */
type Change = CallChanges & { readonly fields?: object };
export type Changes = Change | ((probe: Probe, body: object) => Change | Promise<Change>);

export const bodyFor = (probe: Probe, call: (typeof BOTH)[number], body = probe.storeBody()): object =>
  call === 'store' ? body : probe.lookupBody(body);

/** Each change on both calls, because every step is taken on both. */
const sendingBoth =
  (changes: readonly Changes[], look: (probe: Probe, reply: Reply, what: string) => void): Check['run'] =>
  async (probe) => {
    const sent = async (change: Changes, call: (typeof BOTH)[number]): Promise<void> => {
      const body = bodyFor(probe, call);
      const { fields, ...made } = typeof change === 'function' ? await change(probe, body) : change;
      look(probe, await probe[call]({ ...body, ...fields }, made), `a ${call}`);
    };
    await everyCall(changes.flatMap((change) => BOTH.map((call) => sent(change, call))));
  };
export const refusesBoth = (code: BioErrorCode, ...changes: readonly Changes[]): Check['run'] =>
  sendingBoth(changes, (_, reply, what) => refused(reply, code, what));
export const refuses4xxBoth = (decided: BioErrorCode | undefined, ...changes: readonly Changes[]): Check['run'] =>
  sendingBoth(changes, (probe, reply, what) => refusedWith4xx(probe, reply, decided, what));
/** Nobody is enrolled for the lookup: 404 shows that it passed every step. */
export const accepts = (...changes: readonly Changes[]): Check['run'] =>
  sendingBoth(changes, (_, reply, what) => {
    if (what === 'a store' || reply.code !== 'bio_enrollment_not_found') accepted(reply, what);
  });

export function payloadOf({ json }: Reply): JsonObject | undefined {
  const payload = isObject(json) ? json['payload'] : undefined;
  return isObject(payload) ? payload : undefined;
}

function misshapen(json: unknown): string {
  if (json === undefined) return 'is no JSON';
  if (typeof json === 'string') return 'is a JSON text and not an object: was it encoded twice?';
  return 'has no payload.features and payload.enc_key: is it wrapped in another object?';
}

export async function holdsNow(probe: Probe, stored: StoreRequest, what: string): Promise<void> {
  const reply = await probe.lookup(probe.lookupBody(stored));
  accepted(reply, `${what}: the lookup`);
  const { features, enc_key } = stored.payload;
  const payload = payloadOf(reply);
  if (payload?.['features'] === undefined || payload['enc_key'] === undefined)
    throw new CheckFailure(`${what}: the answer to the lookup ${misshapen(reply.json)}`);
  if (payload['features'] !== features || payload['enc_key'] !== enc_key)
    throw new CheckFailure(`${what}: the lookup returned other features or another enc_key`);
}

export async function holdsNothing(probe: Probe, body: StoreRequest, what: string): Promise<void> {
  refused(await probe.lookup(probe.lookupBody(body)), 'bio_enrollment_not_found', `${what}: a lookup`);
}

export async function stored(probe: Probe, body: StoreRequest = probe.storeBody()): Promise<StoreRequest> {
  accepted(await probe.store(body), 'a good store');
  return body;
}

export const OTHER_MERCHANT = 'mch_bio-check-other';
export const withOtherCase = (id: string): string => (id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase());

export const forgedSignature = (): Record<string, string> => ({
  'x-service-signature': `v2=${randomBytes(64).toString('base64')}`,
});

export const withFraction = (iso: string, digits: number): string =>
  iso.replace(/(?:\.(\d+))?Z$/, (_, fraction = '') =>
    digits === 0 ? 'Z' : `.${String(fraction).padEnd(9, '0').slice(0, digits)}Z`,
  );

/** Two calls with these and one body are equal byte for byte. */
export const fixedMoment = ({ clock }: Probe) => ({
  nonce: randomUUID(),
  timestamp: new Date(clock.now()).toISOString(),
});

export const COOLDOWN_MS = BIO_LIMITS.keyListCooldownMs + 1_000;

export async function storeUntil(
  probe: Probe,
  key: ServiceKey,
  willDo: (reply: Reply) => boolean,
  { waitMs = COOLDOWN_MS, stepMs = 1_000 } = {},
): Promise<Reply> {
  const giveUpAt = probe.clock.now() + waitMs;
  for (;;) {
    const reply = await probe.store(probe.storeBody(), { key });
    if (willDo(reply) || probe.clock.now() >= giveUpAt) return reply;
    await probe.clock.sleep(stepMs);
  }
}

export async function eventuallyAccepted(probe: Probe, key: ServiceKey, what: string): Promise<void> {
  accepted(await storeUntil(probe, key, ({ status }) => status === 200), what);
}

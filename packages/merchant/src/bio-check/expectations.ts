import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { BIO_ERRORS, type BioErrorCode } from '@authly/contract/bio/errors';
import type { StoreRequest } from '@authly/contract/bio/store';
import { BIO_LIMITS } from '@authly/contract/limits';
import type { ServiceKey } from '../testing/service-key.ts';
import { CheckFailure } from './check.ts';
import type { Probe } from './probe.ts';
import { asObject } from './reply-tables.ts';
import type { Reply } from './send-raw.ts';

const shown = ({ status, code }: Reply): string => (code === undefined ? String(status) : `${status} ${code}`);

/** The service could go on: 200. */
export function accepted(reply: Reply, what: string): void {
  if (reply.status !== 200) throw new CheckFailure(`${what}: expected 200, got ${shown(reply)}`);
}

/** Two stores were answered with one result. Two answers that are no result at all are equal too, and prove nothing. */
export function sameResult(first: Reply, second: Reply, otherwise: string): void {
  if (![first, second].every(({ json }) => asObject(json)?.['stored'] === true))
    throw new CheckFailure('an answer is no JSON object with stored true: there is no result to return again');
  if (!isDeepStrictEqual(first.json, second.json)) throw new CheckFailure(otherwise);
}

/** A code of the contract's error table, with its status. */
export function refused(reply: Reply, code: BioErrorCode, what: string): void {
  if (matches(reply, code)) return;
  throw new CheckFailure(`${what}: expected ${BIO_ERRORS[code].status} ${code}, got ${shown(reply)}`);
}

/** Where the contract gives no code, any 4xx is right; which one is advice, a warning at most. */
export function refusedWith4xx(probe: Probe, reply: Reply, what: string, decided?: BioErrorCode): void {
  if (reply.status < 400 || reply.status > 499)
    throw new CheckFailure(`${what}: expected any 4xx, got ${shown(reply)}`);
  if (decided !== undefined)
    probe.should(
      matches(reply, decided),
      `${what}: ${BIO_ERRORS[decided].status} ${decided} is asked for, got ${shown(reply)}`,
    );
}

type Send = (probe: Probe) => Promise<Reply>;

/** Checks that make one call: what it must be answered with. */
export const accepts =
  (what: string, send: Send) =>
  async (probe: Probe): Promise<void> =>
    accepted(await send(probe), what);
export const refuses =
  (code: BioErrorCode, what: string, send: Send) =>
  async (probe: Probe): Promise<void> =>
    refused(await send(probe), code, what);
export const refuses4xx =
  (what: string, send: Send, decided?: BioErrorCode) =>
  async (probe: Probe): Promise<void> =>
    refusedWith4xx(probe, await send(probe), what, decided);

const matches = (reply: Reply, code: BioErrorCode): boolean =>
  reply.status === BIO_ERRORS[code].status && reply.code === code;

interface LookupAnswer {
  readonly payload?: { readonly features?: unknown; readonly enc_key?: unknown };
}

/** The lookup returns what this store request brought, and nothing older. */
export async function holdsNow(probe: Probe, stored: StoreRequest, what: string): Promise<void> {
  const reply = await probe.lookup(probe.lookupBody(stored));
  accepted(reply, `${what}: the lookup`);
  const { payload } = (reply.json ?? {}) as LookupAnswer;
  if (payload?.features !== stored.payload.features || payload.enc_key !== stored.payload.enc_key) {
    throw new CheckFailure(`${what}: the lookup returned other features or another enc_key`);
  }
}

/** Nothing is stored for this request's user and finger. */
export async function holdsNothing(probe: Probe, body: StoreRequest, what: string): Promise<void> {
  refused(await probe.lookup(probe.lookupBody(body)), 'bio_enrollment_not_found', `${what}: a lookup afterwards`);
}

/** A store that has to work before the check proper can begin. */
export async function stored(probe: Probe, body: StoreRequest = probe.storeBody()): Promise<StoreRequest> {
  accepted(await probe.store(body), 'a good store');
  return body;
}

/** The headers of a call whose signature nobody made. */
export const forgedSignature = (): Record<string, string> => ({
  'x-service-signature': `v2=${randomBytes(64).toString('base64')}`,
});

/** A nonce and a timestamp: two calls with them and one body are equal byte for byte. */
export const fixedMoment = ({ clock }: Probe) => ({
  nonce: randomUUID(),
  timestamp: new Date(clock.now()).toISOString(),
});

/** How long a server may wait between two fetches of the list; a second more for the way there. */
export const COOLDOWN_MS = BIO_LIMITS.keyListCooldownMs + 1_000;
const STEP_MS = 1_000;

/** A store signed with this key is accepted, at once or as soon as the server may fetch the key list again. */
export async function eventuallyAccepted(probe: Probe, key: ServiceKey, what: string): Promise<void> {
  const giveUpAt = probe.clock.now() + COOLDOWN_MS;
  for (;;) {
    const reply = await probe.store(probe.storeBody(), { key });
    if (reply.status === 200 || probe.clock.now() >= giveUpAt) return accepted(reply, what);
    await probe.clock.sleep(STEP_MS);
  }
}

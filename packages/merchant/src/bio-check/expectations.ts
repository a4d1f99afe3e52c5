import { isDeepStrictEqual } from 'node:util';
import { BIO_ERRORS, type BioErrorCode } from '@authly/contract/bio/errors';
import type { StoreRequest } from '@authly/contract/bio/store';
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
export async function stored(probe: Probe, body: StoreRequest): Promise<StoreRequest> {
  accepted(await probe.store(body), 'a good store');
  return body;
}

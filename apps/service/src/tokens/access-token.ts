import { hash as digest, randomUUID, type KeyObject } from 'node:crypto';
import { decodeJwt, errors, jwtVerify } from 'jose';
import { LIMITS } from '@authly/contract/limits';
import { parseScopes, type Scope } from '@authly/contract/scopes';
import { AUDIENCE, type AccessTokenClaims } from '@authly/contract/token';
import type { Clock } from '../clock.ts';
import type { Environment } from '../environment.ts';
import type { Instant } from '../session/session.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeySigner } from '../keys/key-signer.ts';

const ALGORITHM = 'EdDSA';
const CACHED_TOKENS = 10_000;
/** Longer than any token of ours: hashing a megabyte of header for a stranger is work for nothing. */
const MAX_TOKEN_CHARS = 4096;
/**
 * Three parts, the last the 64 bytes of a signature. Its last letter has four bits to spare, and only zeros are what was signed: a
 * token has one text.
 */
const FORM = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

export interface Caller {
  readonly merchantId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
}

interface VerifiedToken {
  /** Hash of the only signature there is for what it says. */
  readonly signature: string;
  readonly caller: Caller;
  readonly keyId: string;
  readonly expiresAt: Instant;
}

/** A piece of a text holds on to all of it, here to the signature. */
const copyOf = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const issuer = (environment: Environment): string => `authly-${environment}`;

/** Issues access tokens and verifies them. Ed25519 alone; `alg` in a token's header decides nothing. */
export class AccessTokens {
  readonly #keys: KeyRing;
  readonly #clock: Clock;
  readonly #issuer: string;
  readonly #maxCached: number;
  /** Keyed by what a token says, which proves nothing without its signature: a dump of this memory holds no usable token. */
  readonly #verified = new Map<string, VerifiedToken>();
  readonly #headers = new WeakMap<KeySigner, string>();

  constructor({
    keys,
    clock,
    environment,
    cachedTokens = CACHED_TOKENS,
  }: { keys: KeyRing; clock: Clock; environment: Environment; cachedTokens?: number }) {
    this.#keys = keys;
    this.#clock = clock;
    this.#issuer = issuer(environment);
    this.#maxCached = cachedTokens;
  }

  async issue(caller: Caller): Promise<string> {
    const signer = await this.#keys.signer('access-token');
    const iat = Math.floor(this.#clock.now() / 1000);
    const claims: AccessTokenClaims = {
      iss: this.#issuer,
      sub: caller.merchantId,
      aud: AUDIENCE,
      iat,
      exp: iat + LIMITS.accessTokenLifetimeS,
      jti: randomUUID(),
      merchant_id: caller.merchantId,
      client_id: caller.clientId,
      scope: caller.scopes.join(' '),
    };
    const text = `${this.#headerOf(signer)}.${part(claims)}`;
    return `${text}.${(await signer.sign(Buffer.from(text))).toString('base64url')}`;
  }

  /** The same for all tokens of a key. */
  #headerOf(signer: KeySigner): string {
    let header = this.#headers.get(signer);
    if (header === undefined)
      this.#headers.set(signer, (header = part({ alg: ALGORITHM, kid: signer.id, typ: 'JWT' })));
    return header;
  }

  /** Undefined for a token that is malformed, forged, expired, of the other environment, or signed with a key that is gone. At once for one that is known. */
  verify(token: string): Caller | undefined | Promise<Caller | undefined> {
    if (token.length > MAX_TOKEN_CHARS) return undefined;
    const end = token.lastIndexOf('.');
    const said = token.slice(0, end);
    const known = this.#verified.get(said);
    if (known === undefined && !FORM.test(token)) return undefined;
    const signature = digest('sha256', token.slice(end), 'base64');
    if (known === undefined) return this.#verifyAnew(token, said, signature);
    // We sign in one way alone: what says the same under another signature need not be looked at.
    if (known.signature !== signature) return undefined;
    const key = this.#keys.verifier(known.keyId);
    return key instanceof Promise
      ? key.then((read) => this.#ifLive(said, known, read))
      : this.#ifLive(said, known, key);
  }

  #ifLive(said: string, { caller, expiresAt }: VerifiedToken, key: KeyObject | undefined): Caller | undefined {
    if (key !== undefined && this.#clock.now() < expiresAt) return caller;
    this.#verified.delete(said);
    return undefined;
  }

  async #verifyAnew(token: string, said: string, signature: string): Promise<Caller | undefined> {
    const checked = this.#seemsLive(token) ? await this.#check(token) : undefined;
    if (checked === undefined) return undefined;
    if (this.#verified.size >= this.#maxCached) this.#verified.delete(this.#verified.keys().next().value!);
    this.#verified.set(copyOf(said), { ...checked, signature });
    return checked.caller;
  }

  /** What it says of itself, before it is proved: what is plainly over need not be proved. */
  #seemsLive(token: string): boolean {
    try {
      const { iss, exp = 0 } = decodeJwt(token);
      return iss === this.#issuer && this.#clock.now() < exp * 1000;
    } catch {
      return false;
    }
  }

  async #check(token: string): Promise<Omit<VerifiedToken, 'signature'> | undefined> {
    try {
      let keyId = '';
      const { payload } = await jwtVerify<AccessTokenClaims>(
        token,
        async ({ kid }) => {
          const key = typeof kid === 'string' ? await this.#keys.verifier(kid) : undefined;
          if (key === undefined) throw new errors.JWKSNoMatchingKey();
          keyId = kid!;
          return key;
        },
        {
          algorithms: [ALGORITHM],
          issuer: this.#issuer,
          audience: AUDIENCE,
          typ: 'JWT',
          requiredClaims: ['exp', 'iat', 'jti', 'sub', 'merchant_id', 'client_id', 'scope'],
          currentDate: new Date(this.#clock.now()),
        },
      );
      return {
        keyId,
        expiresAt: payload.exp * 1000,
        caller: {
          merchantId: payload.merchant_id,
          clientId: payload.client_id,
          scopes: parseScopes(payload.scope) ?? [],
        },
      };
    } catch (error) {
      // jose's own errors are the token's fault; anything else, such as a store that is down, is ours.
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

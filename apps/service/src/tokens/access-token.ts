import { hash as digest, randomUUID } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { LIMITS } from '@authly/contract/wire/limits';
import { parseScopes, type Scope } from '@authly/contract/wire/scopes';
import { AUDIENCE, type AccessTokenClaims } from '@authly/contract/schemas/access-token';
import type { Clock } from '../runtime/clock.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Instant } from '../session/session.ts';
import type { KeyRing } from '../keys/key-ring.ts';

const ALGORITHM = 'EdDSA';
const CACHED_TOKENS = 10_000;
/** Longer than any valid token. Longer input is rejected before it is hashed. */
const MAX_TOKEN_CHARS = 4096;
/** Three parts, the last a signature of 64 bytes. Its last character has four unused bits, which must be zero, so that a token has one text only. */
const FORM = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

export interface Caller {
  readonly merchantId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
}

interface AccessTokensOptions {
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly cachedTokens?: number;
}

interface VerifiedToken {
  readonly caller: Caller;
  readonly keyId: string;
  readonly expiresAt: Instant;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Ed25519 only. `alg` in a token's header is ignored. */
export class AccessTokens {
  readonly #options: AccessTokensOptions;
  readonly #issuer: string;
  /** Keyed by hash, so that a memory dump contains no usable token. */
  readonly #verified = new Map<string, VerifiedToken>();

  constructor(options: AccessTokensOptions) {
    this.#options = options;
    this.#issuer = `authly-${options.environment}`;
  }

  async issue(caller: Caller): Promise<string> {
    const signer = await this.#options.keys.signer('access-token');
    const iat = Math.floor(this.#options.clock.now() / 1000);
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
    const text = `${part({ alg: ALGORITHM, kid: signer.id, typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${(await signer.sign(Buffer.from(text))).toString('base64url')}`;
  }

  /** Undefined: malformed, forged, expired, of the other environment, or signed with a removed key. */
  async verify(token: string): Promise<Caller | undefined> {
    if (token.length > MAX_TOKEN_CHARS) return undefined;
    const hash = digest('sha256', token, 'base64');
    const known = this.#verified.get(hash);
    if (known === undefined) return this.#verifyNew(token, hash);
    if (this.#options.clock.now() < known.expiresAt && (await this.#options.keys.verifier(known.keyId)) !== undefined)
      return known.caller;
    this.#verified.delete(hash);
    return undefined;
  }

  async #verifyNew(token: string, hash: string): Promise<Caller | undefined> {
    const checked = FORM.test(token) ? await this.#check(token) : undefined;
    if (checked === undefined) return undefined;
    if (this.#verified.size >= (this.#options.cachedTokens ?? CACHED_TOKENS))
      this.#verified.delete(this.#verified.keys().next().value!);
    this.#verified.set(hash, checked);
    return checked.caller;
  }

  async #check(token: string): Promise<VerifiedToken | undefined> {
    try {
      let keyId = '';
      const { payload } = await jwtVerify<AccessTokenClaims>(
        token,
        async ({ kid }) => {
          const key = typeof kid === 'string' ? await this.#options.keys.verifier(kid) : undefined;
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
          currentDate: new Date(this.#options.clock.now()),
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
      // jose's errors are the token's fault; others, such as an unavailable store, are not.
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

import { isStorableText } from '@authly/contract/wire/wire-text';
import * as client from 'openid-client';
import type { ProviderConfig } from '../../config/console-settings.ts';
import type { ConsoleSignIn } from '../../storage/port/store.ts';

const TIMEOUT_S = 5;
/** The provider's metadata is read again after this time. */
const METADATA_MS = 60 * 60_000;
/** The maximum of the specification. */
const MAX_SUBJECT_CHARS = 255;

/** The browser keeps these base64url texts in a cookie while it is at the provider. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Account {
  readonly subject: string;
  /** For the audit log only. */
  readonly name: string;
  /** Undefined: none. */
  readonly access: Access | undefined;
}

export type Access = Pick<ConsoleSignIn, 'role' | 'merchantId'>;

/** Signs operators in by their accounts at an OpenID provider: the code flow, with PKCE, state and nonce. */
export class Provider {
  readonly #config: ProviderConfig;
  readonly #redirectUri: string;
  #known: { readonly until: number; readonly provider: Promise<client.Configuration> } | undefined;

  constructor(config: ProviderConfig, redirectUri: string) {
    this.#config = config;
    this.#redirectUri = redirectUri;
  }

  async authorize(): Promise<{ readonly url: string; readonly pending: PendingSignIn }> {
    const provider = await this.#discovered();
    const pending = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(provider, {
      redirect_uri: this.#redirectUri,
      scope: this.#config.scope,
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
    });
    return { url: url.href, pending };
  }

  /** Throws if the response is not from the provider, not for this browser, or not of an account. */
  async callback(query: string, { state, nonce, verifier }: PendingSignIn): Promise<Account> {
    const tokens = await client.authorizationCodeGrant(
      await this.#discovered(),
      new URL(`${this.#redirectUri}?${query}`),
      { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    );
    const claims = tokens.claims()!;
    if (!isStorableText(claims.sub)) throw new Error('the id of the account cannot be stored');
    const name = [claims['preferred_username'], claims['email'], claims['name']].find(
      (each) => typeof each === 'string',
    );
    return {
      subject: claims.sub.slice(0, MAX_SUBJECT_CHARS),
      name: (name ?? '').slice(0, MAX_SUBJECT_CHARS),
      access: accessOf(claims, this.#config),
    };
  }

  #discovered(): Promise<client.Configuration> {
    if (this.#known !== undefined && performance.now() < this.#known.until) return this.#known.provider;
    const { issuer, clientId, clientSecret } = this.#config;
    const provider = client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_S,
      // The settings allow plain HTTP only for loopback addresses.
      ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
    });
    this.#known = { until: performance.now() + METADATA_MS, provider };
    // After a failure the next sign-in tries again.
    provider.catch(() => (this.#known = undefined));
    return provider;
  }
}

type Mapping = Pick<ProviderConfig, 'claim' | 'admins' | 'readers' | 'merchantClaim'>;

/** An account of a merchant has no other access, whatever its other claims say. */
export function accessOf(
  claims: Readonly<Record<string, unknown>>,
  { claim: name, admins, readers, merchantClaim }: Mapping,
): Access | undefined {
  const merchantId = merchantClaim === undefined ? undefined : claims[merchantClaim];
  if (merchantId !== undefined && merchantId !== null)
    return typeof merchantId === 'string' && merchantId !== '' && isStorableText(merchantId)
      ? { role: 'merchant', merchantId }
      : undefined;
  // At some providers people may enter any address.
  const claim = name === 'email' && claims['email_verified'] !== true ? undefined : claims[name];
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
  if (values.some((value) => admins.includes(value))) return { role: 'admin', merchantId: null };
  return values.some((value) => readers.includes(value)) ? { role: 'read', merchantId: null } : undefined;
}

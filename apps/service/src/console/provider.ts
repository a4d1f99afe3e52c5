import * as client from 'openid-client';
import type { ProviderConfig } from '../config/console-settings.ts';
import type { Role } from './wire.ts';

/** How long an answer of the provider may take, in seconds. */
const TIMEOUT_S = 5;
/** What the provider says of itself is read again after this time. */
const KNOWN_MS = 60 * 60_000;
/** By the specification, a subject is at most so long. */
const MAX_SUBJECT_CHARS = 255;

/** What a browser holds between leaving for the provider and coming back. It is worth nothing to anybody else. */
export interface Held {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Account {
  readonly subject: string;
  /** As the provider calls them: for the trail, and for nothing that is decided. */
  readonly name: string;
  /** Undefined: they may not look. */
  readonly role: Role | undefined;
}

/** Signs operators in by their accounts at an OpenID provider: the code flow, with PKCE, state and nonce. */
export class Provider {
  readonly #config: ProviderConfig;
  readonly #redirectUri: string;
  #known: { readonly until: number; readonly provider: Promise<client.Configuration> } | undefined;

  constructor(config: ProviderConfig, redirectUri: string) {
    this.#config = config;
    this.#redirectUri = redirectUri;
  }

  async leave(): Promise<{ readonly url: string; readonly held: Held }> {
    const provider = await this.#discovered();
    const held = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(provider, {
      redirect_uri: this.#redirectUri,
      scope: this.#config.scope,
      code_challenge: await client.calculatePKCECodeChallenge(held.verifier),
      code_challenge_method: 'S256',
      state: held.state,
      nonce: held.nonce,
    });
    return { url: url.href, held };
  }

  /** Throws where the answer is not the provider's, not for this browser, or no account's. */
  async comeBack(query: string, { state, nonce, verifier }: Held): Promise<Account> {
    const tokens = await client.authorizationCodeGrant(
      await this.#discovered(),
      new URL(`${this.#redirectUri}?${query}`),
      { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    );
    const claims = tokens.claims()!;
    const name = [claims['preferred_username'], claims['email'], claims['name']].find(
      (each) => typeof each === 'string',
    );
    return {
      subject: claims.sub.slice(0, MAX_SUBJECT_CHARS),
      name: (name ?? '').slice(0, MAX_SUBJECT_CHARS),
      role: roleOf(claims[this.#config.claim], this.#config),
    };
  }

  #discovered(): Promise<client.Configuration> {
    if (this.#known !== undefined && performance.now() < this.#known.until) return this.#known.provider;
    const { issuer, clientId, clientSecret } = this.#config;
    const provider = client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_S,
      // Plain HTTP is taken of this machine alone: the settings see to that.
      ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
    });
    this.#known = { until: performance.now() + KNOWN_MS, provider };
    // One that is away is asked again by whoever comes next.
    provider.catch(() => (this.#known = undefined));
    return provider;
  }
}

/** The most that any of the claim's values gives. */
export function roleOf(
  claim: unknown,
  { admins, readers }: Pick<ProviderConfig, 'admins' | 'readers'>,
): Role | undefined {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
  if (values.some((value) => admins.includes(value))) return 'admin';
  return values.some((value) => readers.includes(value)) ? 'read' : undefined;
}

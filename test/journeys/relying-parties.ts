import { createServer } from 'node:http';
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import * as openid from 'openid-client';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../free-port.ts';

const PORT = await freePort();
export const REDIRECT_URI = `http://127.0.0.1:${PORT}/callback`;
const SCOPE = 'openid profile email';
const SECRET = 'a secret of the relying party';

/** A server with a secret, and a page without one. */
export const RELYING_PARTIES = [
  { client_id: 'server', client_name: 'A server', client_secret: SECRET, redirect_uris: [REDIRECT_URI] },
  { client_id: 'page', client_name: 'A page', token_endpoint_auth_method: 'none', redirect_uris: [REDIRECT_URI] },
];

/** The page that the provider leads back to. */
export function useCallbackPage(): void {
  const server = createServer((_request, response) => void response.end('signed in'));
  beforeAll(() => void server.listen(PORT, '127.0.0.1'));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
}

export type Request = Readonly<Record<string, string>>;

interface Answer {
  readonly claims: Readonly<Record<string, unknown>>;
  /** The page's library does not pass them on. */
  readonly details?: unknown;
}

interface Begun {
  readonly url: string;
  /** Rejects with the provider's error as `error`. Again: sends the code again. */
  readonly finish: (callback: string) => Promise<Answer>;
}

type RelyingParty = (issuer: string, request: Request) => Promise<Begun>;

const server: RelyingParty = async (issuer, request) => {
  const config = await openid.discovery(new URL(issuer), 'server', SECRET);
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const checks = { pkceCodeVerifier, expectedState: openid.randomState(), expectedNonce: openid.randomNonce() };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...request,
  });
  const maxAge = request['max_age'] === undefined ? {} : { maxAge: Number(request['max_age']) };
  return {
    url: url.href,
    async finish(callback) {
      const tokens = await openid.authorizationCodeGrant(config, new URL(callback), { ...checks, ...maxAge });
      return { claims: { ...tokens.claims() }, details: tokens['authorization_details'] };
    },
  };
};

const page: RelyingParty = async (issuer, { max_age, acr_values, login_hint, prompt, ...extraQueryParams }) => {
  const client = new OidcClient({
    authority: issuer,
    client_id: 'page',
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    filterProtocolClaims: false,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  });
  const named = Object.entries({ acr_values, login_hint, prompt, max_age: max_age && Number(max_age) });
  const request = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  const { url } = await client.createSigninRequest({ ...request, extraQueryParams });
  return {
    url,
    finish: async (callback) => ({ claims: (await client.processSigninResponse(callback, {}, false)).profile }),
  };
};

export const LIBRARIES: readonly (readonly [library: string, relyingParty: RelyingParty])[] = [
  ['openid-client', server],
  ['oidc-client-ts', page],
];

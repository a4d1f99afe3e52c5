// What others take for a token: oidc-provider, its tokens signed as ours are (Ed25519), its client and all that it keeps in memory. It counts no
// rate window and writes no log.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@authly/contract/limits';
import { OPERATIONS } from '@authly/contract/operations';
import { SCOPES } from '@authly/contract/scopes';
import { AUDIENCE } from '@authly/contract/token';
import OpenIdProvider from 'oidc-provider';
import { answerParent } from './child.ts';
import { OIDC_CLIENT } from './clients.ts';
import type { Setup, Started } from './target.ts';
import { memory, usage } from './usage.ts';

const RESOURCE = 'https://localhost/v1';
let server: Server | undefined;

function start({ certFile, keyFile }: Setup): Promise<Started> {
  const answer = new OpenIdProvider('https://localhost', settings()).callback();
  const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  const listening = createServer(tls, (request, response) => void answer(request, response));
  server = listening;
  return new Promise((resolve) =>
    listening.listen(0, '127.0.0.1', () => resolve({ port: (listening.address() as AddressInfo).port })),
  );
}

function settings(): ConstructorParameters<typeof OpenIdProvider>[1] {
  const { privateKey } = generateKeyPairSync('ed25519');
  const info = {
    scope: SCOPES.join(' '),
    audience: AUDIENCE,
    accessTokenFormat: 'jwt',
    accessTokenTTL: LIMITS.accessTokenLifetimeS,
    jwt: { sign: { alg: 'EdDSA' } },
  };
  return {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'EdDSA',
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig', kid: 'bench' }] },
    routes: { token: OPERATIONS.issueToken.path },
    ttl: { ClientCredentials: LIMITS.accessTokenLifetimeS },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        getResourceServerInfo: () => info,
      },
    },
  };
}

answerParent({ start, addClients: () => {}, usage, memory }, async () => {
  server?.close();
  server?.closeAllConnections();
});

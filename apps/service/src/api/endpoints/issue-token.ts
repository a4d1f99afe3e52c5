import { LIMITS } from '@authly/contract/wire/limits';
import { parseScopes, type Scope } from '@authly/contract/wire/scopes';
import { GRANT_TYPE, TokenRequest, type TokenResponse } from '@authly/contract/operations/issue-token';
import type { KnownClient } from '../../merchants/merchant.ts';
import { ApiError } from '../../http/api-error.ts';
import type { App } from '../app.ts';
import type { ApiCall, Handle } from '../call.ts';
import { clientCredentials, type ClientCredentials } from '../steps/client-credentials.ts';
import { formFields } from '../steps/fields.ts';
import { failureWindowKey, takeFromWindows, windowKey } from '../steps/rate-limit.ts';
import { shape } from '../../http/shape.ts';
import { noteUnknown } from '../steps/warnings.ts';

const asTokenRequest = shape(TokenRequest);

export const issueToken: Handle = async (call, app) => {
  const fields = await formFields(call);
  noteUnknown(call, 'field', fields, asTokenRequest.fields);
  const form = asTokenRequest(fields);
  const known = await authenticatedClient(call, app, requiredCredentials(call, form));
  await takeFromWindows(app, [{ key: windowKey('token', known.client.id), limit: LIMITS.tokenRequests }]);
  requireGrantType(form.grant_type);
  const scopes = grantedScopes(form.scope, known.client.scopes);
  const { merchant, client } = known;
  const answer: TokenResponse = {
    access_token: await app.tokens.issue({ merchantId: merchant.id, clientId: client.id, scopes }),
    token_type: 'Bearer',
    expires_in: LIMITS.accessTokenLifetimeS,
    scope: scopes.join(' '),
  };
  return { status: 200, body: answer, headers: { Pragma: 'no-cache' } };
};

function requiredCredentials(call: ApiCall, form: TokenRequest): ClientCredentials {
  const credentials = clientCredentials(call, form);
  if (credentials !== undefined) return credentials;
  // Another grant type needs other fields, so that error is more useful than missing fields.
  if (form.grant_type) requireGrantType(form.grant_type);
  throw new ApiError(
    'invalid_request',
    'Missing: client_id and client_secret, as form fields or by Authorization: Basic.',
  );
}

function requireGrantType(grantType: string): void {
  if (grantType !== GRANT_TYPE) throw new ApiError('unsupported_grant_type');
}

/** 401 `invalid_client`. Wrong secrets have a separate window, so that an attacker cannot lock a merchant out. */
async function authenticatedClient(
  call: ApiCall,
  app: App,
  { clientId, clientSecret }: ClientCredentials,
): Promise<KnownClient> {
  const known = await app.clients.authenticate(clientId, clientSecret);
  if (known === undefined) {
    const salt = await app.keys.hostedSecret(app.clock.now());
    const key = failureWindowKey(salt, clientId, call.from.address);
    await takeFromWindows(app, [{ key, limit: LIMITS.tokenRequests }]);
    throw new ApiError('invalid_client', undefined, { 'WWW-Authenticate': 'Basic realm="authly"' });
  }
  call.who.merchantId = known.merchant.id;
  call.who.clientId = known.client.id;
  return known;
}

function grantedScopes(wish: string | undefined, allowed: readonly Scope[]): Scope[] {
  if (wish === undefined || wish.trim() === '') return [...allowed];
  const scopes = parseScopes(wish);
  if (scopes === undefined || !scopes.every((scope) => allowed.includes(scope))) throw new ApiError('invalid_scope');
  return scopes;
}

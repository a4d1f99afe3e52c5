import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  type AdapterFactory,
  type ClientMetadata,
  errors,
  interactionPolicy,
  type JWKS,
  Provider,
} from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import { escaped, page } from './pages.ts';

export const FINGER = 'urn:authly:finger';
export const FINGER_AND_DEVICE = 'urn:authly:finger-and-device';
const ACRS: readonly string[] = [FINGER, FINGER_AND_DEVICE];

/** RFC 9396: `{"type": "urn:authly:approval", "text": "Pay € 9.50"}`. The person reads the text and approves it with the finger. */
const APPROVAL = 'urn:authly:approval';
const MAX_TEXT_CHARS = 200;

const HOUR_S = 60 * 60;

interface ProviderOptions {
  readonly issuer: string;
  readonly clients: readonly ClientMetadata[];
  readonly accounts: Accounts;
  readonly adapter: AdapterFactory;
  /** The keys are made there at the first start. */
  readonly keysFile: string;
}

export function createProvider({ issuer, clients, accounts, adapter, keysFile }: ProviderOptions): Provider {
  return new Provider(issuer, {
    ...keysIn(keysFile),
    adapter,
    clients: clients.map((client) => ({ authorization_details_types: [APPROVAL], ...client })),
    acrValues: [...ACRS],
    responseTypes: ['code'],
    scopes: ['openid', 'profile'],
    claims: { openid: ['sub', 'acr', 'amr', 'auth_time'], profile: ['preferred_username'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: HOUR_S / 2,
      Session: 8 * HOUR_S,
      Grant: 8 * HOUR_S,
    },
    findAccount: (_context, sub) => {
      const account = accounts.findBySub(sub);
      return account && { accountId: sub, claims: () => ({ sub, preferred_username: account.name }) };
    },
    interactions: { policy: policyOf(accounts) },
    // The operator has chosen the clients, so nobody is asked for consent.
    async loadExistingGrant({ oidc }) {
      const known = await oidc.provider.Grant.find(oidc.session!.grantIdFor(oidc.client!.clientId) ?? '');
      if (known !== undefined && known.accountId === oidc.session!.accountId) return known;
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid profile');
      grant.addOIDCClaims(['preferred_username']);
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      richAuthorizationRequests: {
        enabled: true,
        types: {
          [APPROVAL]: {
            validate({ oidc }, { text }) {
              const all = JSON.parse(String(oidc.params!['authorization_details'])) as unknown[];
              if (all.length !== 1) throw new errors.InvalidAuthorizationDetails('one text can be approved at a time');
              if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_TEXT_CHARS)
                throw new errors.InvalidAuthorizationDetails(`text must have 1 to ${MAX_TEXT_CHARS} characters`);
            },
          },
        },
        // The policy asks for a finger at each request with a text, so the details of this request are approved.
        authorizationDetailsForGrantSource: ({ oidc }) => JSON.parse(String(oidc.params!['authorization_details'])),
        authorizationDetailsForAccessToken: (_context, _token, source) => source?.rar,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = page(
            'Sign out?',
            `${form}<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button><button class="plain" form="op.logoutForm">Stay signed in</button>`,
          );
        },
        postLogoutSuccessSource: (context) => {
          context.body = page('You are signed out', '');
        },
      },
    },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'html';
      context.body = page('Sign-in does not work', `<p>${escaped(`${error}: ${description ?? ''}`)}</p>`);
    },
  });
}

/** One prompt for everything that needs a finger, so that one request asks for it once. */
function policyOf(accounts: Accounts): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.get('login')!.checks.add(
    new interactionPolicy.Check('finger', 'the person has to use the finger', ({ oidc }) => {
      const { session, params = {}, result } = oidc;
      if (result?.login || session?.accountId === undefined) return false;
      const { authorization_details: details, acr_values: values, login_hint: hint } = params as Record<string, string>;
      const wanted = values?.split(' ').filter((each) => ACRS.includes(each)) ?? [];
      return (
        details !== undefined ||
        (wanted.length > 0 && !wanted.includes(session.acr ?? '')) ||
        (hint !== undefined && accounts.find(hint)?.sub !== session.accountId)
      );
    }),
  );
  return policy;
}

interface Keys {
  readonly jwks: JWKS;
  readonly cookies: { readonly keys: string[] };
}

function keysIn(file: string): Keys {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
    const keys = { jwks: { keys: [jwk] }, cookies: { keys: [randomBytes(32).toString('base64url')] } };
    writeFileSync(file, JSON.stringify(keys), { mode: 0o600, flag: 'wx' });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Keys;
}

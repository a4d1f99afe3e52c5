import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenIdProvider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CONSOLE, ConsoleSide } from '../../../test/console-side.ts';
import { TestService, type TestAnswer } from '../../../test/running-service.ts';
import { accessOf } from './provider.ts';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ada: ['staff', 'authly-admins'],
  bob: ['support'],
  eve: ['guests'],
  mia: ['authly-admins'],
  max: ['authly-admins'],
  'ada\0': ['authly-admins'],
};
const MAPPING = { admins: ['authly-admins'], readers: ['support'], merchantClaim: 'merchant' };
/** `mia` and `max` are accounts of merchants, who would be admins without the claim. */
const MERCHANTS: Readonly<Record<string, string>> = { mia: 'mch_corner', max: 'mch_unknown' };

/** A real provider that signs in the named account without a form. */
class TestProvider {
  account = 'ada';
  readonly server: Server;
  issuer = '';

  private constructor() {
    this.server = createServer((request, response) => void this.#answer(request, response));
  }

  #provider!: OpenIdProvider;
  #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return request.url?.startsWith('/interaction/')
      ? this.#provider.interactionFinished(request, response, { login: { accountId: this.account } })
      : this.#provider.callback()(request, response);
  }

  static async start(): Promise<TestProvider> {
    const test = new TestProvider();
    await once(test.server.listen(0, '127.0.0.1'), 'listening');
    test.issuer = `http://127.0.0.1:${(test.server.address() as AddressInfo).port}`;
    test.#provider = new OpenIdProvider(test.issuer, {
      clients: [
        {
          client_id: 'console',
          client_secret: 'a secret of the console',
          redirect_uris: [`${CONSOLE.url}/oidc/callback`],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub', 'groups', 'merchant', 'preferred_username'] },
      conformIdTokenClaims: false,
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
      cookies: { keys: ['a key for cookies'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          groups: GROUPS[id],
          merchant: MERCHANTS[id],
          preferred_username: `${id}@example.test`,
        }),
      }),
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    return test;
  }

  /** Follows the redirects from the authorization request to the callback. */
  async signIn(url: string, account: string): Promise<string> {
    this.account = account;
    const cookies = new Map<string, string>();
    for (let at = url; ; ) {
      if (at.startsWith(CONSOLE.url)) return at.slice(CONSOLE.url.length);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`${answer.status} ${await answer.text()}`);
      at = new URL(next, at).href;
    }
  }
}

describe('sign-in to the console with an OpenID provider', () => {
  let provider: TestProvider;
  let service: TestService;
  let side: ConsoleSide;
  let log = '';
  beforeAll(async () => {
    // The library prints warnings for production use.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    provider = await TestProvider.start();
    vi.restoreAllMocks();
    const settings = {
      issuer: provider.issuer,
      clientId: 'console',
      clientSecret: 'a secret of the console',
      scope: 'openid profile email',
      claim: 'groups',
      ...MAPPING,
    };
    service = await TestService.start({
      config: { console: { ...CONSOLE, provider: settings } },
      logTo: { write: (line) => (log += line) },
    });
    side = new ConsoleSide(service);
  });
  afterAll(async () => {
    await service.stop();
    provider.server.close();
    provider.server.closeAllConnections();
  });

  /** The redirect to the provider, and the cookie. */
  async function leave(): Promise<{ url: string; held: string }> {
    side.cookie = '';
    const { status, headers } = await side.get('/oidc/begin');
    expect([status, String(headers['set-cookie'])]).toEqual([
      303,
      expect.stringMatching(/; Secure; HttpOnly; SameSite=Lax; /),
    ]);
    return { url: String(headers['location']), held: String(headers['set-cookie']).split(';', 1)[0]! };
  }
  const cookieIn = ({ headers }: TestAnswer): string | undefined =>
    [headers['set-cookie']]
      .flat()
      .find((line) => line?.startsWith('__Host-authly-console='))
      ?.split(';', 1)[0];

  it.each([
    ['ada', 'admin'],
    ['bob', 'read'],
  ])('signs %s in as %s, with an audit entry', async (account, role) => {
    const { url, held } = await leave();
    const back = await side.send(await provider.signIn(url, account), { headers: { cookie: held } });
    expect([back.status, back.headers['location']]).toEqual([303, '/']);
    side.cookie = cookieIn(back)!;
    expect((await side.get('/api/presence')).json).toMatchObject({
      signedIn: true,
      hasProvider: true,
      role,
      actor: `oidc:${account}`,
    });
    const [row] = await service.service.store.audit.list(1);
    expect(row).toMatchObject({ actor: `oidc:${account}`, action: 'console.login' });
    expect(JSON.parse(row!.detail)).toEqual({ role, by: 'provider', name: `${account}@example.test` });
  });

  it('an account with the claim of a merchant sees that merchant alone, whatever its groups', async () => {
    await service.addMerchant({ id: 'mch_corner' });
    const { url, held } = await leave();
    const back = await side.send(await provider.signIn(url, 'mia'), { headers: { cookie: held } });
    side.cookie = cookieIn(back)!;
    expect((await side.get('/api/presence')).json).toMatchObject({ role: 'merchant', merchantId: 'mch_corner' });
    const [row] = await service.service.store.audit.list(1);
    expect(row).toMatchObject({ actor: 'oidc:mia', action: 'console.login' });
    expect(JSON.parse(row!.detail)).toMatchObject({ role: 'merchant', merchant_id: 'mch_corner' });
  });

  it.each([
    ['mch_1', { role: 'merchant', merchantId: 'mch_1' }],
    [['mch_1'], undefined],
    [1, undefined],
    [null, { role: 'admin', merchantId: null }],
    ['', undefined],
    ['mch_corner\0', undefined],
  ])('maps the merchant claim %j of an admin to %j', (merchant, access) => {
    expect(accessOf({ roles: 'authly-admins', merchant }, { claim: 'roles', ...MAPPING })).toEqual(access);
  });

  it.each([
    ['without a group', 'eve', 'not_allowed'],
    ['of an unknown merchant', 'max', 'not_allowed'],
    ['whose id has U+0000', 'ada\0', 'not_signed_in'],
  ])('rejects an account %s, with a message', async (_, account, why) => {
    const { url, held } = await leave();
    const back = await side.send(await provider.signIn(url, account), { headers: { cookie: held } });
    expect([back.headers['location'], cookieIn(back)]).toEqual([`/#refused=${why}`, undefined]);
  });

  it('rejects a response for another browser, a replayed one and an unrequested one', async () => {
    const [one, another] = [await leave(), await leave()];
    const path = await provider.signIn(one.url, 'ada');
    const before = (await service.service.store.console.list()).length;
    const come = (cookie: string, to = path) => side.send(to, { headers: { cookie } });
    for (const [cookie, to] of [
      [another.held, path],
      ['', path],
      [`${one.held}x`, '/oidc/callback'],
      [one.held, '/oidc/callback?error=access_denied'],
    ])
      expect((await come(cookie!, to)).headers['location']).toBe('/#refused=not_signed_in');
    expect((await come(one.held)).headers['location']).toBe('/');
    expect((await come(one.held)).headers['location']).toBe('/#refused=not_signed_in');
    expect((await service.service.store.console.list()).length).toBe(before + 1);
    expect(log).not.toMatch(/code=|a secret of the console/);
  });

  it.each([
    [['guests', 'authly-admins'], 'admin'],
    ['support', 'read'],
    [['support', 'authly-admins'], 'admin'],
    [[], undefined],
    [undefined, undefined],
    [{ support: true }, undefined],
    [[['support']], undefined],
    ['authly-admins,support', undefined],
  ])('maps the claim %j to the role %s', (claim, role) => {
    expect(accessOf({ roles: claim }, { claim: 'roles', ...MAPPING })?.role).toBe(role);
  });

  it.each([
    [{ email_verified: true }, 'admin'],
    [{ email_verified: false }, undefined],
    [{}, undefined],
  ])('an e-mail address counts only if the provider has verified it: %j', (more, role) => {
    const mapping = { ...MAPPING, claim: 'email', admins: ['ada@example.test'] };
    expect(accessOf({ email: 'ada@example.test', ...more }, mapping)?.role).toBe(role);
  });
});

describe('an unreachable provider', () => {
  it('is reported, and links still sign in', async () => {
    const provider = {
      issuer: 'http://127.0.0.1:1',
      clientId: 'c',
      clientSecret: 's',
      scope: 'openid',
      claim: 'groups',
      ...MAPPING,
    };
    const service = await TestService.start({ config: { console: { ...CONSOLE, provider } } });
    const side = new ConsoleSide(service);
    expect((await side.get('/oidc/begin')).headers['location']).toBe('/#refused=provider_unavailable');
    expect((await side.login(await side.link('read'))).status).toBe(200);
    await service.stop();
  });
});

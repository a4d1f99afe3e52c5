import { SCOPES } from '@authly/contract/wire/scopes';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeOf } from '../../../test/merchant-calls.ts';
import { onOneStore } from '../../../test/on-stores.ts';
import {
  credentials,
  type TestAnswer,
  type TestClient,
  type TestRequest,
  type TestService,
} from '../../../test/running-service.ts';
import { hashSecret, newClientSecret } from '../../merchants/client-secret.ts';

const ALL = SCOPES.join(' ');
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

onOneStore((fixture) => {
  let service: TestService;
  let client: TestClient;
  beforeAll(async () => {
    service = await fixture.start();
  });
  beforeEach(async () => {
    client = await service.addMerchant();
  });

  const send = (body: string | Record<string, string>, rest: TestRequest = {}): Promise<TestAnswer> =>
    service.request('/oauth/token', {
      method: 'POST',
      headers: FORM,
      body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
      ...rest,
    });
  const fields = (more: Record<string, string> = {}): Record<string, string> => ({
    ...credentials(client),
    ...more,
  });
  const more = (text: string): string => `${new URLSearchParams(fields()).toString()}&${text}`;
  const tokenOf = ({ json }: TestAnswer): string => json.access_token as string;
  /** The header and the claims of a token. */
  const partsOf = (answer: TestAnswer): Record<string, unknown>[] =>
    tokenOf(answer)
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);

  describe('200', () => {
    it('returns access_token, token_type Bearer, expires_in 600 and scope', async () => {
      const answer = await send(fields());
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
        scope: ALL,
      });
    });

    it('must not be cached: Cache-Control no-store, Pragma no-cache', async () => {
      const { headers } = await send(fields());
      expect([headers['cache-control'], headers['pragma'], headers['content-type']]).toEqual([
        'no-store',
        'no-cache',
        'application/json; charset=utf-8',
      ]);
    });

    it('the token carries the claims of the contract and is signed with EdDSA under a key id', async () => {
      const [header, claims] = partsOf(await send(fields({ scope: 'result:read' })));
      const iat = service.clock.now() / 1000;
      expect(header).toEqual({ alg: 'EdDSA', kid: expect.stringMatching(/^tok_test_/), typ: 'JWT' });
      expect(claims).toEqual({
        iss: 'authly-test',
        sub: client.merchantId,
        aud: 'authly-api',
        iat,
        exp: iat + 600,
        jti: expect.any(String),
        merchant_id: client.merchantId,
        client_id: client.clientId,
        scope: 'result:read',
      });
    });

    it('the key that signs tokens is not in the list of Bio signing keys', async () => {
      const [header] = partsOf(await send(fields()));
      const { keys } = (await service.get('/v1/signing-keys')).json as { keys: { key_id: string }[] };
      expect(keys.map(({ key_id: id }) => id)).not.toContain(header!['kid']);
    });

    it.each([
      ["the client's whole set when it is omitted", undefined, ALL],
      ["the client's whole set when it is empty", '', ALL],
      ['one', 'session:cancel', 'session:cancel'],
      ["in the order of the contract's table", 'session:cancel enrollment:create', 'enrollment:create session:cancel'],
      ['duplicates collapsed', 'result:read result:read', 'result:read'],
      ['more blanks between them', '  result:read   session:cancel ', 'result:read session:cancel'],
    ])('scope: %s', async (_, scope, granted) => {
      expect((await send(fields(scope === undefined ? {} : { scope }))).json.scope).toBe(granted);
    });

    it('accepts a charset in the content type and plus for blank, and ignores unknown fields', async () => {
      const headers = { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' };
      const answer = await send(more('scope=result%3Aread+session%3Acancel&audience=x'), { headers });
      expect([answer.status, answer.json.scope]).toEqual([200, 'result:read session:cancel']);
    });
  });

  describe('400', () => {
    it.each(['grant_type', 'client_id', 'client_secret'])('invalid_request without %s', async (field) => {
      const { [field]: _, ...rest } = fields();
      expect(codeOf(await send(rest))).toEqual([400, 'invalid_request']);
    });

    it.each(['authorization_code', 'refresh_token', 'CLIENT_CREDENTIALS'])(
      'unsupported_grant_type: %s',
      async (type) => {
        expect(codeOf(await send(fields({ grant_type: type })))).toEqual([400, 'unsupported_grant_type']);
      },
    );

    it('unsupported_grant_type even with the fields of the other grant', async () => {
      const answer = await send({ grant_type: 'authorization_code', code: 'x' });
      expect(codeOf(answer)).toEqual([400, 'unsupported_grant_type']);
    });

    it.each(['result:read admin', 'Result:Read', 'result:read\tsession:cancel', 'result:read,session:cancel'])(
      'invalid_scope: %j does not exist',
      async (scope) => {
        expect(codeOf(await send(fields({ scope })))).toEqual([400, 'invalid_scope']);
      },
    );

    it('invalid_scope: not allowed to this client, even together with an allowed one', async () => {
      client = await service.addClient(client.merchantId, ['result:read']);
      expect(codeOf(await send(fields({ scope: 'result:read session:cancel' })))).toEqual([400, 'invalid_scope']);
    });

    it.each<[string, () => Promise<TestAnswer>]>([
      ['a JSON body', () => send(JSON.stringify(fields()), { headers: { 'content-type': 'application/json' } })],
      ['no content type', () => send(fields(), { headers: {} })],
      ['a content coding', () => send(fields(), { headers: { ...FORM, 'content-encoding': 'gzip' } })],
      ['no body', () => send('')],
      ['a repeated field', () => send(more('client_id=other'))],
      ['broken percent-encoding', () => send(more('scope=%zz'))],
      ['percent-encoding that is not UTF-8', () => send(more('scope=%ff'))],
      ['bytes that are not UTF-8', () => send('x', { body: Buffer.from([0x78, 0x3d, 0xff]) })],
      ['U+0000', () => send(fields({ client_id: 'a\0b' }))],
    ])('invalid_request: %s', async (_, request) => {
      expect(codeOf(await request())).toEqual([400, 'invalid_request']);
    });
  });

  describe('client credentials by Authorization: Basic', () => {
    const GRANT = { grant_type: 'client_credentials' };
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const sendWith = (authorization: string, form: Record<string, string> = GRANT): Promise<TestAnswer> =>
      send(form, { headers: { ...FORM, authorization } });
    /** Form-urlencoded (RFC 6749), with everything but letters and digits as %XX. */
    const encoded = (text: string): string =>
      [...Buffer.from(text)]
        .map((byte) => (/\w/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16)}`))
        .join('');
    const pair = (): string => `${client.clientId}:${client.clientSecret}`;

    it('200 with the scope that the form asks for', async () => {
      const answer = await sendWith(`Basic ${base64(pair())}`, { ...GRANT, scope: 'result:read' });
      expect([answer.status, answer.json.scope]).toEqual([200, 'result:read']);
    });

    it.each([
      ['the scheme in any case', () => `bAsIc ${base64(pair())}`],
      ['several blanks after the scheme', () => `Basic   ${base64(pair())}`],
      [
        'id and secret form-urlencoded inside',
        () => `Basic ${base64(`${encoded(client.clientId)}:${encoded(client.clientSecret)}`)}`,
      ],
    ])('200: %s', async (_, authorization) => {
      expect((await sendWith(authorization())).status).toBe(200);
    });

    it('200 for an id and a secret with blank, colon, percent, plus and letters beyond ASCII', async () => {
      const [id, secret] = ['c:ü +%1', 's é:%+ 한'];
      await service.service.store.merchants.addClient({
        id,
        merchantId: client.merchantId,
        scopes: SCOPES,
        secrets: [{ hash: hashSecret(secret), createdAt: 0 }],
        revokedAt: null,
        createdAt: 0,
      });
      const form = new URLSearchParams({ id, secret }).toString();
      const [, user, password] = /^id=(.*)&secret=(.*)$/.exec(form)!;
      expect((await sendWith(`Basic ${base64(`${user}:${password}`)}`)).status).toBe(200);
    });

    it.each([
      ['wrong secret', () => `${client.clientId}:wrong`],
      ['unknown client', () => 'c_unknown:wrong'],
      ['neither', () => ':'],
    ])('401 invalid_client that offers Basic again: %s', async (_, credentials) => {
      const answer = await sendWith(`Basic ${base64(credentials())}`);
      expect(codeOf(answer)).toEqual([401, 'invalid_client']);
      expect(answer.headers['www-authenticate']).toBe('Basic realm="authly"');
    });

    it.each([
      ['both', () => fields()],
      ['client_id', () => ({ ...GRANT, client_id: client.clientId })],
      ['client_secret', () => ({ ...GRANT, client_secret: client.clientSecret })],
    ])('400 invalid_request with %s in the form as well', async (_, form) => {
      const answer = await sendWith(`Basic ${base64(pair())}`, form());
      expect(codeOf(answer)).toEqual([400, 'invalid_request']);
      expect(answer.json.error.message).toBe(
        'Send the client credentials by Authorization: Basic or as form fields, not both.',
      );
    });

    it.each([
      ['not base64', () => 'Basic $$$'],
      ['base64 without its padding', () => `Basic ${base64('a:bb').replace(/=+$/, '')}`],
      ['base64 with unused bits set', () => 'Basic YTp='],
      ['no colon', () => `Basic ${base64('only-an-id')}`],
      ['bytes that are not UTF-8', () => `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`],
      ['broken percent-encoding', () => `Basic ${base64('a:%zz')}`],
      ['U+0000', () => `Basic ${base64('a%00:b')}`],
    ])('400 invalid_request: %s', async (_, authorization) => {
      const answer = await sendWith(authorization());
      expect(codeOf(answer)).toEqual([400, 'invalid_request']);
      expect(answer.json.error.message).toMatch(/Authorization: Basic/);
    });

    it('another scheme is ignored: the form’s fields count', async () => {
      expect((await sendWith('Bearer abc', fields())).status).toBe(200);
      expect(codeOf(await sendWith('Bearer abc'))).toEqual([400, 'invalid_request']);
    });

    it('counts in the same window as credentials in the form', async () => {
      const codes = await Promise.all(Array.from({ length: 30 }, () => sendWith(`Basic ${base64(pair())}`)));
      expect(new Set(codes.map(({ status }) => status))).toEqual(new Set([200]));
      expect((await send(fields())).status).toBe(429);
    });
  });

  describe('401 invalid_client', () => {
    it('unknown client, wrong secret and revoked client get the same answer, with WWW-Authenticate', async () => {
      const revoked = await service.addClient(client.merchantId);
      await service.service.store.merchants.revokeClient(revoked.clientId, service.clock.now());
      const answers = [
        await service.requestToken({ clientId: 'c_unknown', clientSecret: client.clientSecret }),
        await service.requestToken({ ...client, clientSecret: newClientSecret('test') }),
        await service.requestToken(revoked),
      ];
      for (const answer of answers) {
        const { error } = answer.json as { error: Record<string, string> };
        expect(answer.status).toBe(401);
        expect(error).toEqual({
          code: 'invalid_client',
          message: 'Client authentication failed.',
          request_id: answer.headers['x-request-id'],
        });
        expect([answer.headers['www-authenticate'], answer.headers['cache-control']]).toEqual([
          'Basic realm="authly"',
          'no-store',
        ]);
        expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(answers[0]!.headers).sort());
        expect(answer.text.length).toBe(answers[0]!.text.length);
      }
    });

    it('unknown client and wrong secret cost the same store reads', async () => {
      const { merchants } = service.service.store;
      const looks = async (clientId: string): Promise<number[]> => {
        const spies = [vi.spyOn(merchants, 'findClient'), vi.spyOn(merchants, 'find')];
        await service.requestToken({ clientId, clientSecret: 'wrong' });
        const counts = spies.map((spy) => spy.mock.calls.length);
        spies.forEach((spy) => spy.mockRestore());
        return counts;
      };
      const [unknown, known] = [await looks('c_unknown'), await looks(client.clientId)];
      expect(unknown).toEqual([1, 0]);
      expect(known).toEqual(unknown);
    });

    it('a secret of one client does not work for another', async () => {
      const other = await service.addClient(client.merchantId);
      const answer = await service.requestToken({ clientId: other.clientId, clientSecret: client.clientSecret });
      expect(codeOf(answer)).toEqual([401, 'invalid_client']);
    });

    it('comes before unsupported_grant_type and invalid_scope', async () => {
      const answer = await send(fields({ client_secret: 'wrong', grant_type: 'password', scope: 'admin' }));
      expect(codeOf(answer)).toEqual([401, 'invalid_client']);
    });
  });
});

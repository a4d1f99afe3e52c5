import type { TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { codeOf } from '../../test/merchant-calls.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { RawConnection } from '../../test/raw-connection.ts';
import type { TestService } from '../../test/running-service.ts';
import { StoreUnavailableError } from '../storage/port/store.ts';
import { developmentCertificates } from '../../../sandbox/src/development-certificates/development-certificates.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

onOneStore((fixture) => {
  let service: TestService;
  beforeAll(async () => {
    service = await fixture.start();
  });

  describe('X-Request-Id', () => {
    it('is new for each request, and success bodies do not contain it', async () => {
      const answers = [await service.get('/v1/signing-keys'), await service.get('/v1/signing-keys')];
      const ids = answers.map(({ headers }) => headers['x-request-id'] as string);
      expect(ids[0]).toMatch(UUID);
      expect(ids[1]).toMatch(UUID);
      expect(ids[0]).not.toBe(ids[1]);
      expect(answers[0]!.json).not.toHaveProperty('request_id');
    });

    it('ignores the one that a caller sends', async () => {
      const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
      const answer = await service.request('/v1/signing-keys', { headers });
      expect(answer.headers['x-request-id']).toMatch(UUID);
    });
  });

  describe('an unknown route', () => {
    it.each(['/', '/v1', '/v2/signing-keys', '/v1/signing-keys/', '/oauth', '/V1/signing-keys', '//evil.test/v1'])(
      '404 not_found: %s',
      async (path) => {
        expect(codeOf(await service.get(path))).toEqual([404, 'not_found']);
      },
    );

    it.each([
      ['GET', '/oauth/token', 'POST'],
      ['PUT', '/v1/enrollment-sessions', 'POST'],
      ['DELETE', '/v1/verification-sessions', 'POST'],
      ['POST', '/v1/sessions/ses_x/result', 'GET, HEAD'],
      ['GET', '/v1/sessions/ses_x/cancel', 'POST'],
      ['POST', '/v1/signing-keys', 'GET, HEAD'],
      ['PATCH', '/v1/signing-keys', 'GET, HEAD'],
      ['OPTIONS', '/v1/signing-keys', 'GET, HEAD'],
      ['PROPFIND', '/v1/signing-keys', 'GET, HEAD'],
    ])('405 method_not_allowed with Allow: %s %s', async (method, path, allow) => {
      const answer = await service.request(path, { method });
      expect([...codeOf(answer), answer.headers['allow']]).toEqual([405, 'method_not_allowed', allow]);
    });

    it('405 even if the body is not JSON', async () => {
      const request = { method: 'POST', headers: { 'content-type': 'a/b/c;;' }, body: '{' };
      expect((await service.request('/v1/signing-keys', request)).status).toBe(405);
    });
  });

  describe('errors before a route', () => {
    it.each<[string, string[]]>([
      ['what is not HTTP', ['hello', '', '']],
      ['an unknown method', ['BREW /v1/signing-keys HTTP/1.1', 'Host: x', '', '']],
      ['a header without a colon', ['GET /v1/signing-keys HTTP/1.1', 'Host: x', 'nonsense', '', '']],
      ['headers beyond 16 KiB', ['GET /v1/signing-keys HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`, '', '']],
      [
        'two lengths of one body',
        ['POST /oauth/token HTTP/1.1', 'Host: x', 'Content-Length: 3', 'Transfer-Encoding: chunked', '', '0', '', ''],
      ],
      ['a length that is no number', ['POST /oauth/token HTTP/1.1', 'Host: x', 'Content-Length: many', '', '']],
      ['HTTP/2 without its negotiation', ['PRI * HTTP/2.0', '', 'SM', '', '']],
      ['no Host', ['GET /v1/signing-keys HTTP/1.1', '', '']],
      ['two Hosts', ['GET /v1/signing-keys HTTP/1.1', 'Host: x', 'hOST: y', '', '']],
      ['one Host twice', ['GET /v1/signing-keys HTTP/1.1', 'Host: x', 'Host: x', '', '']],
      ['two Hosts in HTTP/1.0', ['GET /v1/signing-keys HTTP/1.0', 'Host: x', 'Host: y', '', '']],
    ])('400 invalid_request with a request id for %s', async (_, lines) => {
      using connection = await RawConnection.toApi(service);
      connection.write(...lines);
      const answer = (await connection.answer())!;
      expect(answer.status).toBe(400);
      const { error } = JSON.parse(answer.body) as { error: Record<string, string> };
      expect(error).toEqual({
        code: 'invalid_request',
        message: expect.any(String),
        request_id: answer.headers['x-request-id'],
      });
      expect(answer.headers['x-request-id']).toMatch(UUID);
    });

    it.each([
      ['an expectation that nobody knows', ['Expect: miracles']],
      ['a wish to upgrade', ['Connection: upgrade', 'Upgrade: websocket']],
    ])('%s is ignored', async (_, headers) => {
      using connection = await RawConnection.toApi(service);
      const answer = await connection.ask('GET /v1/signing-keys', ...headers);
      expect([answer?.status, answer?.headers['x-request-id']]).toEqual([200, expect.stringMatching(UUID)]);
    });

    it('HTTP/1.0 without a Host is answered', async () => {
      using connection = await RawConnection.toApi(service);
      connection.write('GET /v1/signing-keys HTTP/1.0', '', '');
      expect((await connection.answer())?.status).toBe(200);
    });

    it('CONNECT closes the connection', async () => {
      const connection = await RawConnection.toApi(service);
      connection.write('CONNECT evil.test:443 HTTP/1.1', 'Host: evil.test:443', '', '');
      expect([await connection.answer(), await connection.closed]).toEqual([undefined, 'closed']);
    });

    it('HEAD has the headers of GET and no body', async () => {
      const answer = await service.request('/v1/signing-keys', { method: 'HEAD' });
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(answer.headers['x-request-id']).toMatch(UUID);
    });

    it('500 internal_error has no details', async () => {
      const broken = vi
        .spyOn(service.service.store.merchants, 'findClient')
        .mockRejectedValueOnce(new Error('the table "secret_name" is broken'));
      const answer = await service.requestToken({ clientId: 'c_500', clientSecret: 'x' });
      broken.mockRestore();
      expect(answer.status).toBe(500);
      expect(answer.json).toEqual({
        error: {
          code: 'internal_error',
          message: 'Something went wrong on our side.',
          request_id: answer.headers['x-request-id'],
        },
      });
      expect(answer.text).not.toContain('secret_name');
    });
  });

  it('a renewed certificate is served after a reload, and open connections stay', async () => {
    const { folder, service: running } = service;
    using open = await RawConnection.toApi(service);
    const namesOf = (connection: RawConnection): string | undefined =>
      (connection.socket as TLSSocket).getPeerCertificate().subjectaltname;
    await developmentCertificates(folder, ['localhost', '127.0.0.1', 'renewed.localhost'], new Date());
    running.reloadCertificate();
    using renewed = await RawConnection.toApi(service);
    expect([namesOf(open), namesOf(renewed)]).toEqual([
      expect.not.stringContaining('renewed.localhost'),
      expect.stringContaining('renewed.localhost'),
    ]);
    expect((await open.ask('GET /v1/signing-keys'))?.status).toBe(200);
  });

  it('503 unavailable with Retry-After when the store cannot be used', async () => {
    const full = vi
      .spyOn(service.service.store.merchants, 'findClient')
      .mockRejectedValueOnce(new StoreUnavailableError('disk_full', 'the disk is full: /data/authly.db'));
    const answer = await service.requestToken({ clientId: 'c_503', clientSecret: 'x' });
    full.mockRestore();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.json).toEqual({
      error: { code: 'unavailable', message: expect.any(String), request_id: answer.headers['x-request-id'] },
    });
    expect(answer.text).not.toContain('disk');
    expect((await service.ops('/metrics')).text).toContain('authly_store_unavailable_total{reason="disk_full"} 1');
  });

  it('a client that disconnects during its body is not an internal error', async () => {
    const lines: string[] = [];
    const watched = await fixture.start({ logTo: { write: (line) => void lines.push(line) } });
    const connection = await RawConnection.toApi(watched);
    const head = ['POST /oauth/token HTTP/1.1', 'Host: x', 'Content-Type: application/x-www-form-urlencoded'];
    connection.write(...head, 'Content-Length: 100', '', 'grant_type=');
    await expect.poll(() => watched.inFlight()).toBe(1);
    connection.end();
    await expect.poll(() => watched.inFlight()).toBe(0);
    await expect.poll(() => lines.some((line) => line.includes('"status":499'))).toBe(true);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

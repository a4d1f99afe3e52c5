import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect, createServer as createHttp2Server, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expressBioApi } from './express.ts';
import { toNodeHandler } from './node.ts';
import { createBioApi, memoryEnrollments, memoryNonces } from '../index.ts';
import { createFakeService, type FakeService, sampleStore, signBioCall } from '../testing/index.ts';
import { frameworks, listen, type Listening } from '../../test/framework-servers.ts';

describe.each(Object.keys(frameworks))('%s', (name) => {
  let service: FakeService;
  let listening: Listening;
  beforeAll(async () => {
    service = await createFakeService();
    listening = await frameworks[name]!(
      createBioApi({
        merchantId: service.merchantId,
        baseUrl: service.baseUrl,
        fetch: service.fetch,
        store: memoryEnrollments(),
        nonces: memoryNonces(),
      }),
    );
  });
  afterAll(() => listening.close());

  const send = async (endpoint: string, body: object | string, change: Record<string, string> = {}) => {
    const { url, ...call } = await signBioCall({
      key: service.keys.active,
      merchantId: service.merchantId,
      url: listening.base + endpoint,
      body,
    });
    return fetch(url, { ...call, headers: { ...call.headers, ...change } });
  };

  test('a body of another content type is verified too', async () => {
    expect((await send('/enrollments', sampleStore(), { 'content-type': 'text/plain' })).status).toBe(200);
  });

  test.runIf(name === 'node:http').each([
    ['TRACE /bio/enrollments', 405],
    ['POST http://[x/bio/enrollments', 404],
  ])('%s is answered with %i', async (target, status) => {
    const socket = createConnection(Number(new URL(listening.base).port), '127.0.0.1');
    socket.end(`${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect((await text(socket)).slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });
});

test('node:http2 stores an enrollment', async () => {
  const service = await createFakeService();
  const { merchantId, baseUrl } = service;
  const stores = { store: memoryEnrollments(), nonces: memoryNonces() };
  const bioApi = createBioApi({ merchantId, baseUrl, fetch: service.fetch, ...stores });
  const server = createHttp2Server(toNodeHandler(bioApi));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { url, method, headers, body } = await signBioCall({
    key: service.keys.active,
    merchantId,
    url: `${origin}/bio/enrollments`,
    body: sampleStore(),
  });
  const session = connect(origin);
  const stream = session.request({ ...headers, ':method': method, ':path': new URL(url).pathname });
  stream.end(body);
  const [answer] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  expect(answer[':status']).toBe(200);
  session.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test.each(['Content-Length', 'chunks'])(
  'express explains that a body parser ran first, for a body in %s',
  async (framing) => {
    const app = express();
    app.use(express.json());
    app.use(
      '/bio',
      expressBioApi(async () => new Response()),
    );
    const errors: unknown[] = [];
    app.use((error: unknown, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
      errors.push(error);
      res.status(500).end();
    });
    const { base, close } = await listen(createServer(app), '/bio');
    const response = await fetch(`${base}/enrollments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: framing === 'chunks' ? new Blob(['{"a":1}']).stream() : '{"a":1}',
      duplex: 'half',
    });
    expect(response.status).toBe(500);
    expect(String(errors[0])).toContain('before express.json()');
    await close();
  },
);

test.each(['express', 'fastify', 'hono'])('the rest of a %s app keeps its JSON parser', async (name) => {
  const { base, close } = await frameworks[name]!(async () => new Response());
  const response = await fetch(new URL('/other', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(await response.json()).toEqual({ a: 1 });
  await close();
});

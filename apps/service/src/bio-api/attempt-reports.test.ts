import { sampleStore } from '@authly/merchant/testing';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  answerJson,
  GOOD_STORE,
  LoopbackServer,
  makeCertificates,
  merchantAt,
  ServiceSide,
  type Certificates,
} from '../../test/bio-merchant.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { OutboundConnections } from '../outbound/connections.ts';
import type { AttemptReport } from './client.ts';

let certificates: Certificates;
let side: ServiceSide;
const servers: LoopbackServer[] = [];
beforeAll(async () => {
  certificates = await makeCertificates();
});
beforeEach(async () => {
  side = await ServiceSide.make();
});
afterEach(async () => {
  side.close();
  for (const server of servers.splice(0)) await server.close();
});

type Handler = Parameters<typeof LoopbackServer.https>[0];
async function https(handler: Handler): Promise<LoopbackServer> {
  const server = await LoopbackServer.https(handler, certificates);
  servers.push(server);
  return server;
}

/** The report of the only attempt of a store call, without time, id and URL. */
async function told(
  bioBaseUrl: string,
  settings: Partial<Merchant> = {},
): Promise<Omit<AttemptReport, 'ms' | 'requestId' | 'url'>> {
  await side.store(merchantAt(bioBaseUrl, certificates.ca, { bioRetries: 0, ...settings }));
  const { ms, url, requestId: _, ...attempt } = side.reports.at(-1)!.attempts[0]!;
  expect(ms).toBeGreaterThanOrEqual(0);
  expect(url).toBe(`${bioBaseUrl}/enrollments`);
  return attempt;
}

const UNAVAILABLE = { attempt: 1, status: null, code: null, failure: 'merchant_bio_unavailable' };

it('an unknown name ends at the stage name', async () => {
  // RFC 6761: never resolves.
  expect(await told('https://shop.invalid/bio')).toMatchObject({ ...UNAVAILABLE, stage: 'name' });
});

it('a forbidden literal address ends at the stage name, with its reason', async () => {
  side.close();
  side = await ServiceSide.make(new OutboundConnections({ environment: 'production' }));
  expect(await told('https://127.0.0.1/bio')).toEqual({ ...UNAVAILABLE, stage: 'name', reason: 'FORBIDDEN_ADDRESS' });
});

it('a refused connection ends at the stage connect', async () => {
  const server = await https(() => {});
  const { port } = server;
  await servers.pop()!.close();
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await told(`https://${host}:${port}/bio`)).toEqual({
      ...UNAVAILABLE,
      stage: 'connect',
      reason: 'ECONNREFUSED',
    });
});

it('a certificate that is not trusted ends at the stage tls', async () => {
  const { url } = await https((_request, res) => answerJson(res, 200, GOOD_STORE));
  const reason = expect.stringMatching(/CERT|VERIFY/) as string;
  expect(await told(url, { bioCaPem: null })).toEqual({ ...UNAVAILABLE, stage: 'tls', reason });
});

it("a rejection ends at the stage status, with the merchant's code if the contract has it", async () => {
  const answers = [
    { error: { code: 'signature_mismatch' } },
    { error: { code: 'u-7 has no account' } },
    { error: { code: { toString: 'signature_mismatch' } } },
  ];
  const { url } = await https((_request, res) => answerJson(res, 401, answers.shift()));
  const refused = { attempt: 1, stage: 'status', status: 401, reason: null, failure: 'merchant_bio_rejected' };
  for (const code of ['signature_mismatch', null, null]) expect(await told(url)).toEqual({ ...refused, code });
});

it('a 200 with an invalid body ends at the stage body, as a valid one does', async () => {
  const answers = [{ stored: false }, GOOD_STORE];
  const { url } = await https((_request, res) => answerJson(res, 200, answers.shift()));
  const answered = { attempt: 1, stage: 'body', status: 200, code: null, reason: null };
  expect(await told(url)).toEqual({ ...answered, failure: 'merchant_bio_invalid_response' });
  expect(await told(url)).toEqual({ ...answered, failure: null });
});

it('a request without a response ends at the stage status, an incomplete body at the stage body', async () => {
  const silent = await https((_request, _res, req) => void req.socket.destroy());
  expect(await told(silent.url)).toMatchObject({ ...UNAVAILABLE, stage: 'status' });
  const cut = await https((_request, res, req) => {
    res.writeHead(200, { 'content-length': '100' });
    res.write('{', () => req.socket.destroy());
  });
  expect(await told(cut.url)).toMatchObject({ ...UNAVAILABLE, status: 200, stage: 'body' });
});

it('each attempt is reported with the session, and without sent data', async () => {
  const answers = [500, 200];
  const { url } = await https((_request, res) => answerJson(res, answers.shift()!, GOOD_STORE));
  const request = sampleStore({ merchant_id: 'm_1', merchant_user_ref: 'planted-user' });
  await side.store(merchantAt(url, certificates.ca), request);
  expect(side.reports).toMatchObject([
    {
      sessionId: request.enrollment_session_id,
      attempts: [
        { attempt: 1, stage: 'status', status: 500, failure: 'merchant_bio_unavailable' },
        { attempt: 2, stage: 'body', status: 200, failure: null },
      ],
    },
  ]);
  const text = JSON.stringify(side.reports);
  for (const planted of ['planted-user', request.payload.features, request.payload.enc_key])
    expect(text).not.toContain(planted);
});

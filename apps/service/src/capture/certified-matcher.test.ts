import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { anyCapture, sealedEnrollment } from '../../test/app-side.ts';
import { PageSide } from '../../test/page-side.ts';
import { TestService } from '../../test/running-service.ts';
import { answering, SdkMerchant } from '../../test/sdk-merchant.ts';

/** Journeys with AUTHLY_PROVIDER_URL: the operator's own matcher decides. */
let answer: (res: ServerResponse) => void;
let matcher: Server;
let service: TestService;
let merchant: SdkMerchant;
beforeAll(async () => {
  matcher = createServer((req, res) => {
    const own = answer;
    req.resume().on('end', () => own(res));
  });
  await new Promise<void>((resolve) => matcher.listen(0, '127.0.0.1', resolve));
  service = await TestService.start({
    config: { matcherUrl: `http://127.0.0.1:${(matcher.address() as AddressInfo).port}/` },
  });
  merchant = await SdkMerchant.start(service);
  const kept = await sealedEnrollment(service, merchant.calls, anyCapture('RI', 1));
  merchant.instead = answering(200, { found: true, payload: { features: kept.features, enc_key: kept.enc_key } });
  return async () => {
    await service.stop();
    await merchant.stop();
    matcher.closeAllConnections();
    matcher.close();
  };
});

/** What a verification with this capture comes to. */
async function outcome(seed = 2): Promise<object> {
  const page = await PageSide.open(merchant.calls, {}, 'verify');
  await (await page.join()).callback(anyCapture('RI', seed));
  return (await merchant.calls.result(page.sessionId)).json as object;
}

it.each<[string, (res: ServerResponse) => void, object]>([
  ['says matched', (res) => void res.end('{"matched":true}'), { status: 'succeeded', result: { matched: true } }],
  ['says not matched', (res) => void res.end('{"matched":false}'), { status: 'succeeded', result: { matched: false } }],
  [
    'fails: provider_error',
    (res) => void res.writeHead(500).end(),
    { status: 'failed', failure_code: 'provider_error', result: null },
  ],
])('a certified matcher %s', async (_, with_, expected) => {
  answer = with_;
  expect(await outcome()).toMatchObject(expected);
});

it('a replay is refused before it is asked', async () => {
  answer = (res) => void res.end('{"matched":true}');
  expect(await outcome(1)).toMatchObject({ status: 'failed', failure_code: 'template_invalid' });
});

it('a certified matcher does not answer: provider_timeout', async () => {
  const asked = Promise.withResolvers<void>();
  answer = () => asked.resolve();
  const unanswered = outcome();
  await asked.promise;
  service.deadlineClock.move(5000);
  expect(await unanswered).toMatchObject({ status: 'failed', failure_code: 'provider_timeout', result: null });
});

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { allOrSome } from '../../../../test/kind.ts';
import { decodeTemplate, type Minutia, type View } from '@authly/fingerprint';
import { disturbed, randomView, templateOf } from '../../../../packages/fingerprint/test/finger-captures.ts';
import { anyCapture, captured, sealedEnrollment } from '../../test/app-side.ts';
import { PageSide } from '../../test/page-side.ts';
import { TestService } from '../../test/running-service.ts';
import { answering, SdkMerchant } from '../../test/sdk-merchant.ts';

/** Journeys with AUTHLY_PROVIDER_URL: the operator's own matcher decides. */
let answer: (res: ServerResponse, body: string) => void;
let matcher: Server;
let service: TestService;
let merchant: SdkMerchant;
beforeAll(async () => {
  matcher = createServer((req, res) => {
    const own = answer;
    void text(req).then((body) => own(res, body));
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

/** The result of a verification with this capture. */
async function outcome(capture = anyCapture('RI', 2)): Promise<object> {
  const page = await PageSide.open(merchant.calls, {}, 'verify');
  await (await page.join()).callback(capture);
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

it('a replay is refused without a call to the matcher', async () => {
  answer = (res) => void res.end('{"matched":true}');
  expect(await outcome(anyCapture('RI', 1))).toMatchObject({ status: 'failed', failure_code: 'template_invalid' });
});

const STOLEN = allOrSome(100, 15);

it(`a copy behind 64 minutiae of better stated quality: 0 of ${STOLEN} match`, { timeout: 120_000 }, async () => {
  await service.service.store.merchants.update(merchant.calls.merchantId, { attemptsPerHour: 0 });
  service.clock.move(1000);
  const behind = Array.from({ length: STOLEN }, (_, k) => hidden(k));
  // Without the limit of 64 minutiae each would match.
  expect(behind.every((view) => pairs(view, randomView(1)) >= ENOUGH_PAIRS)).toBe(true);
  answer = (res, body) => {
    const views = (['probe', 'enrolled'] as const).map((side) => {
      const record = Buffer.from((JSON.parse(body) as Record<string, string>)[side]!, 'base64');
      return decodeTemplate(record)[0]!;
    }) as [View, View];
    res.end(JSON.stringify({ matched: pairs(...views) >= ENOUGH_PAIRS }));
  };
  const outcomes: object[] = [];
  for (let k = 0; k < STOLEN; k += 5)
    outcomes.push(...(await Promise.all(behind.slice(k, k + 5).map((view) => outcome(captured(templateOf(view)))))));
  expect(outcomes).toHaveLength(STOLEN);
  for (const each of outcomes) expect(each).not.toMatchObject({ result: { matched: true } });
  expect(outcomes.some((each) => 'result' in each && each.result !== null)).toBe(true);
});

/** The enrolled minutiae with the lowest quality, each moved by a pixel, and other minutiae with the highest. */
const hidden = (seed: number): View => ({
  ...randomView(1),
  minutiae: [
    ...disturbed(randomView(1), { seed, pixels: 1, steps: 1 }).minutiae.map((one) => ({ ...one, quality: 1 })),
    ...randomView(1000 + seed, { count: 64 }).minutiae.map((one) => ({ ...one, quality: 100 })),
  ],
});

/** A plain matcher of minutiae accepts from this count. */
const ENOUGH_PAIRS = 24;
const pairs = (one: View, other: View): number =>
  other.minutiae.filter((a) => one.minutiae.some((b) => Math.hypot(a.x - b.x, a.y - b.y) <= 4 && isAlike(a, b))).length;
const isAlike = (a: Minutia, b: Minutia): boolean => Math.cos(a.direction - b.direction) > 0.9;

it('a certified matcher does not answer: provider_timeout', async () => {
  const asked = Promise.withResolvers<void>();
  answer = () => asked.resolve();
  const unanswered = outcome();
  await asked.promise;
  service.deadlineClock.move(5000);
  expect(await unanswered).toMatchObject({ status: 'failed', failure_code: 'provider_timeout', result: null });
});

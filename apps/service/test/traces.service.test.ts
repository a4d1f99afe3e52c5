import { afterEach, describe, expect, it } from 'vitest';
import { anyCapture, AppSide, type Capture } from './app-side.ts';
import { LoopbackServer } from './bio-merchant.ts';
import { lookIfDue } from './look-if-due.ts';
import { MerchantCalls } from './merchant-calls.ts';
import { onOneStore } from './on-stores.ts';
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';
import { PageSide } from './page-side.ts';
import type { WebhookDelivery } from '../src/merchants/webhook.ts';
import { LOOK_EVERY_MS } from '../src/webhooks/deliveries.ts';
import { Tracer } from '../src/observability/tracer.ts';
import { TestService } from './running-service.ts';
import { answering, SdkMerchant } from './sdk-merchant.ts';

const CALLBACK = 'POST /app/v1/sessions/:session_id/callback';
const STRANGERS = '00-11111111111111111111111111111111-2222222222222222-01';

/** Allowed attributes of spans. */
const FACTS = new Set([
  'authly.bio.attempt',
  'authly.bio.call',
  'authly.bio.stage',
  'authly.biometric_type',
  'authly.failure_code',
  'authly.merchant_id',
  'authly.request_id',
  'authly.webhook.attempt',
  'db.operation.name',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
]);

async function capture(
  merchant: SdkMerchant,
  service: TestService,
  mode: 'enroll' | 'verify',
  what: Capture,
): Promise<void> {
  const page = await PageSide.open(merchant.calls, {}, mode);
  const app = await AppSide.join(service, await page.linkToken('button'), page.cookie);
  await app.callback(what);
}

/** All descendants of a span. */
const below = (spans: readonly ReceivedSpan[], { spanId }: ReceivedSpan): ReceivedSpan[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId).flatMap((each) => [each, ...below(spans, each)]);

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function receiver(): Promise<OtlpReceiver> {
  const started = await OtlpReceiver.start();
  ends.push(() => started.stop());
  return started;
}

onOneStore((fixture) => {
  it('one trace per request, with its store calls, each Bio attempt and the comparison', async () => {
    const collector = await receiver();
    const tracing = collector.settings({ headers: { 'x-key': 'k' } });
    const service = await fixture.start({ config: { tracing, trustedProxies: ['127.0.0.1'] } });
    const merchant = await SdkMerchant.start(service);
    ends.push(() => merchant.stop());
    await capture(merchant, service, 'enroll', anyCapture());
    await capture(merchant, service, 'verify', anyCapture());
    const told: unknown[] = [];
    merchant.instead = (req, res) => {
      told.push(req.headers['traceparent']);
      answering(500, 'down')(req, res);
    };
    await capture(merchant, service, 'verify', anyCapture());
    // A caller's context is ignored, even from a proxy.
    await service.request('/nowhere', { headers: { traceparent: STRANGERS } });
    const seen = merchant.calls.merchantId;
    await service.stop();

    const { spans } = collector;
    const [enrolled, verified, failed] = spans
      .filter(({ name }) => name === CALLBACK)
      .map((span) => [span, ...below(spans, span)]);
    const names = (tree: readonly ReceivedSpan[] | undefined): string[] => [...new Set(tree!.map(({ name }) => name))];
    expect(names(enrolled)).toEqual(expect.arrayContaining(['inspect', 'bio store', 'store sessions.move']));
    expect(names(verified)).toEqual(expect.arrayContaining(['bio lookup', 'compare', 'store attempts.count']));
    expect(new Set(verified!.map(({ traceId }) => traceId)).size).toBe(1);
    expect(verified!.find(({ name }) => name === 'bio lookup')!.facts).toMatchObject({
      'authly.merchant_id': seen,
      'authly.bio.stage': 'body',
      'http.response.status_code': 200,
    });
    const attempts = failed!.filter(({ name }) => name === 'bio lookup');
    expect(attempts.map(({ facts }) => [facts['authly.bio.attempt'], facts['error.type']])).toEqual([
      [1, 'merchant_bio_unavailable'],
      [2, 'merchant_bio_unavailable'],
    ]);
    expect(told).toEqual([undefined, undefined]);
    expect(spans.some(({ traceId }) => STRANGERS.includes(traceId))).toBe(false);
    expect(spans.find(({ name }) => name === 'store sessions.move')!.facts).toEqual({
      'db.system.name': fixture.kind === 'sqlite' ? 'sqlite' : 'postgresql',
      'db.operation.name': 'sessions.move',
    });
    // Only allowed attributes, no spans of background work, and the collector's key only in its header.
    expect(spans.flatMap(({ facts }) => Object.keys(facts)).filter((name) => !FACTS.has(name))).toEqual([]);
    expect(spans.filter(({ kind, parentSpanId }) => !parentSpanId && kind !== 2)).toEqual([]);
    expect(collector.headers.every((headers) => headers['x-key'] === 'k')).toBe(true);
  });

  it('each webhook delivery attempt is a separate trace with the sent X-Request-Id', async () => {
    const collector = await receiver();
    const service = await fixture.start({ config: { tracing: collector.settings() } });
    const { clock } = service;
    const server = await LoopbackServer.https((_request, response) =>
      response.writeHead(server.seen.length === 1 ? 500 : 200).end(),
    );
    ends.push(() => server.close());
    const shop = await MerchantCalls.of(service);
    const { merchantId } = shop;
    await service.addWebhook(merchantId, server);
    // The process knows the endpoint, so that the request itself wakes the delivery.
    const idle = service.waiting;
    clock.move(LOOK_EVERY_MS);
    await expect.poll(() => clock.waiting).toBe(idle);
    expect((await shop.cancel((await PageSide.open(shop)).sessionId)).status).toBe(200);
    const event = async (): Promise<WebhookDelivery | undefined> => (await lookIfDue(service, merchantId))[0];
    await expect.poll(event).toMatchObject({ attemptLog: expect.stringContaining('500') as string });
    // The pause before the second attempt.
    clock.move(6000);
    await expect.poll(event).toMatchObject({ deliveredAt: expect.any(Number) as number });
    await service.stop();

    const attempts = collector.spans.filter(({ name }) => name === 'webhook');
    expect(attempts.map(({ facts }) => facts)).toEqual(
      [500, 200].map((status, i) => ({
        'authly.merchant_id': merchantId,
        'authly.webhook.attempt': i + 1,
        'authly.request_id': server.seen[i]!.headers['x-request-id'],
        'http.response.status_code': status,
        ...(status === 500 && { 'error.type': '500' }),
      })),
    );
    expect(attempts.map(({ parentSpanId }) => parentSpanId)).toEqual(['', '']);
    expect(server.seen.map(({ headers }) => headers['traceparent'])).toEqual([undefined, undefined]);
  });
});

describe('a collector', () => {
  it('that rejects spans does not affect requests; lost spans are counted and logged once', async () => {
    const collector = await receiver();
    collector.status = 400;
    const lines: string[] = [];
    const service = await TestService.start({
      config: { tracing: collector.settings() },
      logTo: { write: (line) => void lines.push(line) },
    });
    expect((await service.get('/openapi.json')).status).toBe(200);
    const logged = (): string | undefined => lines.find((line) => line.includes('"request"'));
    await expect.poll(logged).toBeDefined();
    const { trace_id: traceId } = JSON.parse(logged()!) as { trace_id: string };
    await service.stop();
    expect(collector.spans.map((span) => span.traceId)).toContain(traceId);
    expect(lines.filter((line) => line.includes('trace spans lost'))).toHaveLength(1);
  });

  it('that accepts nothing: spans above the queue limit are counted as lost', async () => {
    const collector = await receiver();
    collector.status = undefined;
    const lost: string[] = [];
    const tracer = new Tracer({
      settings: collector.settings(),
      version: '0',
      environment: 'test',
      onLost: (spans, reason) => lost.push(...Array<string>(spans).fill(reason)),
      closeMs: 50,
    });
    for (let i = 0; i < 3000; i++) tracer.begin({ name: 'n', kind: 'internal', facts: {} }).end();
    // 2,048 wait, and up to 512 are being sent.
    expect(lost.length).toBeGreaterThanOrEqual(3000 - 2048 - 512);
    expect(lost.length).toBeLessThanOrEqual(3000 - 2048);
    expect(new Set(lost)).toEqual(new Set(['queue_full']));
    await tracer.close();
  });
});

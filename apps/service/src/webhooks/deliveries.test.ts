import { isFinal } from '@authly/contract/wire/states';
import { verifyWebhook } from '@authly/merchant';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SeenRequest } from '../../test/bio-merchant.ts';
import { WebhookFixture } from '../../test/webhook-fixture.ts';
import { type WebhookDelivery } from '../merchants/webhook.ts';
import { NOW } from '../storage/test/samples.ts';
import { LEASE_MS } from './deliveries.ts';
import { PAUSES_MS } from './retry-plan.ts';
import { TIMEOUT_MS } from './send.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let fixture: WebhookFixture;
beforeEach(async () => {
  fixture = await WebhookFixture.make();
});
afterEach(() => fixture.close());

const idOf = ({ body }: SeenRequest): string =>
  (JSON.parse(String(body)) as { data: { session_id: string } }).data.session_id;
const headersOf = ({ headers }: SeenRequest): Record<string, string> => headers as Record<string, string>;
/** Lets every process poll the outbox once. */
async function allLook(): Promise<void> {
  await expect.poll(() => fixture.isWaiting).toBe(true);
  fixture.clock.move(2000);
}
/** Moves the clock until the processes have polled and acted. */
async function look(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await allLook();
  await expect.poll(isSo).toBe(true);
}
/** Moves the clock in steps until a condition holds. */
async function passUntil(isSo: () => boolean | Promise<boolean>, stepMs: number): Promise<void> {
  const isSoAfterAStep = async (): Promise<boolean> => {
    await expect.poll(() => fixture.isQuiet).toBe(true);
    if (await isSo()) return true;
    fixture.clock.set(stepMs);
    fixture.clock.move(2000);
    return false;
  };
  await expect.poll(isSoAfterAStep, { interval: 5 }).toBe(true);
}
const settled = async (merchantId: string): Promise<boolean> =>
  (await fixture.store.webhooks.deliveries(merchantId, 999)).every(({ dueAt }) => dueAt === null);

describe('an event', () => {
  it('is valid for Standard Webhooks and the SDK, and contains only that a session has ended', async () => {
    const { secret, server } = await fixture.merchant('m_1', (response) => response.writeHead(204).end());
    const id = await fixture.ended('m_1');
    await fixture.deliverer();
    await look(() => settled('m_1'));
    const [request, ...more] = server.seen;
    expect(more).toEqual([]);
    const event = {
      type: 'session.final',
      timestamp: new Date(NOW).toISOString(),
      data: { session_id: id, mode: 'enroll' },
    };
    expect(JSON.parse(String(request!.body))).toEqual(event);
    expect(request).toMatchObject({ method: 'POST', url: '/hooks/authly' });
    expect(headersOf(request!)).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `evt_${id}` });
    expect(new Webhook(secret).verify(request!.body, headersOf(request!))).toEqual(event);
    expect(await verifyWebhook(request!.body, headersOf(request!), { secret })).toEqual(event);
  });

  it('is sent soon after this process ended the session, without waiting for the next look', async () => {
    const { server } = await fixture.merchant('m_1', (response) => response.writeHead(200).end());
    const { deliveries } = await fixture.deliverer();
    await fixture.ended('m_1');
    deliveries.ended();
    deliveries.ended();
    await expect.poll(() => server.seen.length).toBe(1);
  });

  it('is retried with growing pauses and the same id until it is accepted', async () => {
    let refusals = 4;
    const { server } = await fixture.merchant('m_1', (response) =>
      response.writeHead(refusals-- > 0 ? 503 : 200).end(),
    );
    await fixture.ended('m_1');
    const { attempts } = await fixture.deliverer();
    for (const [n, pause] of [0, 5, 32, 131, 659].entries()) {
      fixture.clock.move(pause * 1000);
      // The clock goes on while the attempt is awaited.
      const since = fixture.clock.now();
      await look(() => attempts.length === n + 1);
      const [{ dueAt }] = (await fixture.store.webhooks.deliveries('m_1', 1)) as [WebhookDelivery];
      if (dueAt !== null) expect(dueAt - since).toBeGreaterThanOrEqual(0.9 * PAUSES_MS[n]!);
    }
    expect(attempts).toEqual([...Array.from({ length: 4 }, () => 'm_1 failed'), 'm_1 delivered']);
    expect(new Set(server.seen.map((request) => headersOf(request)['webhook-id'])).size).toBe(1);
  });

  it('is delivered by its status: an endless or missing body is not read', async () => {
    const { server } = await fixture.merchant('m_1', (response) => {
      const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), more));
      response.writeHead(200);
      more();
    });
    const silent = await fixture.merchant('m_2', (response) => response.writeHead(200).flushHeaders());
    for (const id of ['m_1', 'm_2']) await fixture.ended(id);
    const { attempts } = await fixture.deliverer();
    await look(() => attempts.length === 2);
    expect(attempts.sort()).toEqual(['m_1 delivered', 'm_2 delivered']);
    for (const each of [server, silent.server]) await expect.poll(() => each.openConnections).toBe(0);
  });

  it('its lease lasts 45 s longer than an attempt, so that no two processes send it', () =>
    expect([TIMEOUT_MS, LEASE_MS]).toEqual([15_000, 60_000]));

  it('is not sent to a redirect target', async () => {
    const { server } = await fixture.merchant('m_1', (response, request) =>
      response.writeHead(307, { location: request.url }).end(),
    );
    await fixture.ended('m_1');
    const { attempts } = await fixture.deliverer();
    await look(() => attempts.length === 1);
    expect(server.seen).toHaveLength(1);
  });
});

describe('an endpoint', () => {
  it('that responds 410 is disabled at once, with an audit entry and a log line', async () => {
    await fixture.merchant('m_1', (response) => response.writeHead(410).end());
    await fixture.ended('m_1');
    await fixture.deliverer();
    await look(async () => (await fixture.store.webhooks.find('m_1'))!.disabledAt !== null);
    expect(await fixture.store.audit.list(9)).toMatchObject([
      { actor: 'service', action: 'webhook.disable', subject: 'm_1' },
    ]);
    await expect.poll(() => fixture.lines.join('')).toContain('"reason":"it responded 410"');
  });

  it('that fails for days is disabled, but not by one failure after days without events', async () => {
    const { server } = await fixture.merchant('m_1', (response) => response.writeHead(500).end());
    const { attempts } = await fixture.deliverer();
    await fixture.ended('m_1');
    await passUntil(() => attempts.at(-1) === 'm_1 given_up', HOUR);
    fixture.clock.set(9 * DAY);
    await fixture.ended('m_1');
    const before = server.seen.length;
    await look(() => server.seen.length === before + 1);
    expect((await fixture.store.webhooks.find('m_1'))!.disabledAt).toBeNull();
    await passUntil(async () => (await fixture.store.webhooks.find('m_1'))!.disabledAt !== null, HOUR);
    expect(server.seen.length).toBeGreaterThanOrEqual(before + 5);
  });

  it('that hangs delays no other endpoint and uses only its share of slots', async () => {
    const slow = await fixture.merchant('m_slow', () => {});
    const quick = await fixture.merchant('m_quick', (response) => response.writeHead(200).end());
    for (let i = 0; i < 20; i++) await fixture.ended('m_slow');
    for (let i = 0; i < 20; i++) await fixture.ended('m_quick');
    await fixture.deliverer();
    await look(() => quick.server.seen.length === 20 && slow.server.seen.length >= 4);
    // Nor with the next look.
    await allLook();
    await expect.poll(() => fixture.isWaiting).toBe(true);
    expect(slow.server.seen).toHaveLength(4);
  });
});

it('sixteen slow endpoints that accept every event leave slots for others', async () => {
  const slow = await Promise.all(Array.from({ length: 16 }, (_, n) => fixture.merchant(`m_slow_${n}`, () => {})));
  for (let n = 0; n < 16 * 4; n++) await fixture.ended(`m_slow_${n % 16}`);
  await fixture.deliverer();
  const held = (): number => slow.reduce((sum, { server }) => sum + server.seen.length, 0);
  await look(() => held() >= 32);
  const quick = await fixture.merchant('m_quick', (response) => response.writeHead(200).end());
  for (let n = 0; n < 3; n++) await fixture.ended('m_quick');
  await look(() => quick.server.seen.length === 3);
  // None of them has ended.
  expect(held()).toBeLessThan(64);
});

describe('processes that deliver', () => {
  it('lose no event when killed repeatedly, and send none before its session’s end is committed', async () => {
    const early: string[] = [];
    const { server } = await fixture.merchant('m_1', (response, request) => {
      const take = async (): Promise<void> => {
        const session = await fixture.store.sessions.find(idOf(request));
        if (session === undefined || !isFinal(session.status)) early.push(idOf(request));
        response.writeHead(200).end();
      };
      void take();
    });
    const ids = new Set<string>();
    for (let kills = 0; kills < 5; kills++) {
      for (let i = 0; i < 6; i++) ids.add(await fixture.ended('m_1'));
      const { kill } = await fixture.deliverer();
      const before = server.seen.length;
      await look(() => server.seen.length > before + kills);
      await kill();
    }
    await fixture.deliverer();
    await passUntil(() => settled('m_1'), LEASE_MS / 4);
    expect(new Set(server.seen.map(idOf))).toEqual(ids);
    expect(early).toEqual([]);
  });

  it('release their deliveries when they stop: another process delivers them at once', async () => {
    let isDown = true;
    const { server } = await fixture.merchant('m_1', (response) => void (isDown || response.writeHead(200).end()));
    await fixture.ended('m_1');
    const { stop } = await fixture.deliverer();
    await look(() => server.seen.length === 1);
    await stop();
    expect(await fixture.store.webhooks.find('m_1')).toMatchObject({ failingSince: null });
    expect(await fixture.store.webhooks.deliveries('m_1', 9)).toMatchObject([{ attemptLog: null }]);
    isDown = false;
    const { attempts } = await fixture.deliverer();
    await look(() => attempts.length === 1);
    expect(attempts).toEqual(['m_1 delivered']);
  });
});

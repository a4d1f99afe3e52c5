import { expect, it } from 'vitest';
import { attemptsOf, webhookState } from '../../merchants/webhook.ts';
import type { SessionInput } from '../../session/move.ts';
import type { Session } from '../../session/session.ts';
import type { Store, WebhookStore } from '../port/store.ts';
import type { Below } from './opening.ts';
import { CALLBACK, CLAIM_BY_BUTTON, DAY, NOW, sampleMerchant, sampleSession, walked } from './samples.ts';
import type { Fixture } from './fixture.ts';

const OPEN: SessionInput = { event: 'open' };
const CANCEL: SessionInput = { event: 'cancel' };
const LAUNCHED: readonly SessionInput[] = [OPEN, CLAIM_BY_BUTTON];
const PROCESSING: readonly SessionInput[] = [...LAUNCHED, CALLBACK, { event: 'process' }];
/** Every way to end a session. */
const ENDS: readonly (readonly SessionInput[])[] = [
  [...PROCESSING, { event: 'succeed', outcome: { matched: true, payload: { finger: 'LI' } } }],
  [...PROCESSING, { event: 'fail', failureCode: 'template_invalid' }],
  [...PROCESSING, { event: 'interrupt' }],
  [...LAUNCHED, { event: 'app_failure', failureCode: 'user_declined' }],
  [OPEN, CANCEL],
  [{ event: 'expire' }],
];

/** More than one batch. */
const MANY = 1200;

let secrets = 0;
const secret = () => ({ id: `whs_${secrets++}`, sealed: new Uint8Array([1, 0, 2]), createdAt: NOW });

async function withWebhook(store: Store, ...merchantIds: string[]): Promise<void> {
  for (const id of merchantIds) {
    await store.merchants.add(sampleMerchant({ id }));
    const endpoint = { merchantId: id, url: 'https://shop.example/hook', caPem: null, createdAt: NOW };
    expect(await store.webhooks.add({ ...endpoint, secrets: [secret()] })).toBe(true);
  }
}

const ended = (store: Store, merchantId = 'mer_1', createdAt = NOW): Promise<Session> =>
  walked(store, [OPEN, CANCEL], { merchantId, createdAt });

/** Many given-up events of a disabled endpoint. */
async function withBacklog({ store, database }: Fixture, below: Below): Promise<void> {
  await withWebhook(store, 'mer_1');
  await store.webhooks.disable('mer_1', NOW);
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MANY})`;
  await below.sql(
    database,
    `INSERT INTO sessions (id, merchant_id, merchant_user_ref, mode, type, created_at, expires_at, status, ended_at)
     ${numbers} SELECT 'ses_' || n, 'mer_1', 'u', 'enroll', 'fingerprint', n, n, 'expired', n FROM numbers;
     INSERT INTO webhook_outbox (session_id, merchant_id, mode, at, until)
     SELECT id, 'mer_1', 'enroll', ended_at, ended_at FROM sessions`,
  );
}

const lease = (store: Store, now = NOW, fields: Partial<Parameters<WebhookStore['lease']>[0]> = {}) =>
  store.webhooks.lease({ now, leaseMs: 1000, limit: 9, exceptMerchants: [], failingToo: true, ...fields });
const leasedIds = async (...args: Parameters<typeof lease>): Promise<string[]> =>
  (await lease(...args)).map(({ delivery }) => delivery.sessionId);
const states = async (store: Store, merchantId = 'mer_1'): Promise<string[]> =>
  (await store.webhooks.deliveries(merchantId, 99)).map(webhookState).sort();

export function webhooks(fixture: () => Fixture, below: Below): void {
  it('every end of a session adds an event with the move, unless its merchant has no webhook', async () => {
    const { store } = fixture();
    await withWebhook(store, 'mer_1');
    const sessions = [];
    for (const end of ENDS) sessions.push(await walked(store, end));
    await walked(store, PROCESSING);
    await ended(store, 'mer_2');
    const waiting = await store.webhooks.deliveries('mer_1', 99);
    expect(waiting.map(({ sessionId }) => sessionId).sort()).toEqual(sessions.map(({ id }) => id).sort());
    expect(waiting[0]).toMatchObject({ mode: 'verify', at: NOW, until: NOW + DAY, attempts: 0, dueAt: NOW });
    expect(await store.webhooks.deliveries('mer_2', 99)).toEqual([]);
  });

  it('an end written by SQL adds an event too, which is erased with its session', async () => {
    const { store, database } = fixture();
    await withWebhook(store, 'mer_1');
    const session = sampleSession();
    await store.sessions.create(session);
    await below.sql(database, `UPDATE sessions SET status = 'canceled', ended_at = ${NOW} WHERE id = '${session.id}'`);
    expect(await states(store)).toEqual(['waiting']);
    await store.sessions.erase(NOW + 1, 9);
    expect(await states(store)).toEqual([]);
  });

  it('a lease takes the oldest event of each merchant, and concurrent leases get different ones', async () => {
    const { store, other } = fixture();
    await withWebhook(store, 'mer_1', 'mer_2');
    const [second, first] = [await ended(store, 'mer_1', NOW + 1), await ended(store, 'mer_1', NOW)];
    const third = await ended(store, 'mer_2', NOW + 2);
    expect(await leasedIds(store, NOW - 1)).toEqual([]);
    expect(await leasedIds(store, NOW + 2, { exceptMerchants: ['mer_1'] })).toEqual([third.id]);
    expect(await leasedIds(store, NOW + 2, { limit: 1 })).toEqual([first.id]);
    expect(await leasedIds(store, NOW + 2)).toEqual([second.id]);
    for (let i = 0; i < 6; i++) await ended(store, 'mer_2', NOW + 3);
    const both = await Promise.all(Array.from({ length: 6 }, (_, i) => leasedIds(i % 2 ? store : other, NOW + 3)));
    expect(new Set(both.flat()).size).toBe(both.flat().length);
  });

  it('a leased event is due again when the lease expires, and its attempts are counted', async () => {
    const { store, other } = fixture();
    await withWebhook(store, 'mer_1');
    const { id } = await ended(store);
    expect(await lease(store)).toMatchObject([{ delivery: { sessionId: id, attempts: 1 }, isFailing: false }]);
    expect(await lease(other, NOW + 999)).toEqual([]);
    expect(await lease(other, NOW + 1000)).toMatchObject([{ delivery: { sessionId: id, attempts: 2 } }]);
  });

  it('a delivered event is done; a failed one is due at its time, unless another process has leased it since', async () => {
    const { store } = fixture();
    await withWebhook(store, 'mer_1');
    await ended(store);
    const [first] = await lease(store);
    await store.webhooks.failed(first!.delivery, NOW + 5, { result: '503', ms: 12 }, NOW + 50);
    expect(await store.webhooks.find('mer_1')).toMatchObject({ failingSince: NOW + 5, disabledAt: null });
    expect(await lease(store, NOW + 49)).toEqual([]);
    expect(await lease(store, NOW + 50, { failingToo: false })).toEqual([]);
    const [second] = await lease(store, NOW + 50);
    expect(second).toMatchObject({ isFailing: true, delivery: { attempts: 2 } });
    expect(attemptsOf(second!.delivery)).toEqual([{ attempt: 1, at: NOW + 5, result: '503', ms: 12 }]);
    await store.webhooks.failed(first!.delivery, NOW + 60, { result: 'late', ms: 12 }, null);
    expect(await states(store)).toEqual(['waiting']);
    await store.webhooks.delivered(second!.delivery, NOW + 70, { result: '204', ms: 12 });
    await store.webhooks.failed(second!.delivery, NOW + 71, { result: '500', ms: 12 }, NOW + 80);
    expect(await lease(store, NOW + DAY)).toEqual([]);
    expect(await store.webhooks.deliveries('mer_1', 9)).toMatchObject([
      { deliveredAt: NOW + 70, attemptLog: expect.stringContaining('"204"') as string },
    ]);
  });

  it('keeps the newest delivery attempts, including those of a resend', async () => {
    const { store, other } = fixture();
    await withWebhook(store, 'mer_1');
    const { id } = await ended(store);
    const tried = async () => attemptsOf((await other.webhooks.delivery(id))!);
    const [first] = await lease(store);
    await store.webhooks.failed(first!.delivery, NOW + 5, { result: '503', ms: 12 }, NOW + 50);
    const [second] = await lease(other, NOW + 50);
    await other.webhooks.failed(second!.delivery, NOW + 60, { result: 'ECONNREFUSED', ms: 3 }, null);
    expect(await tried()).toEqual([
      { attempt: 1, at: NOW + 5, result: '503', ms: 12 },
      { attempt: 2, at: NOW + 60, result: 'ECONNREFUSED', ms: 3 },
    ]);
    // Both attempts of an event that two processes sent at once count.
    await store.webhooks.delivered(first!.delivery, NOW + 70, { result: '204', ms: 12 });
    expect((await tried()).map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
    for (let i = 1; i <= 100; i++) {
      await store.webhooks.retry('mer_1', NOW + 100 * i, id);
      const [again] = await lease(store, NOW + 100 * i);
      await store.webhooks.delivered(again!.delivery, NOW + 100 * i, { result: '200', ms: i });
    }
    const kept = await tried();
    expect(kept.map(({ ms }) => ms)).toEqual(kept.map((_, i) => 100 - kept.length + i + 1));
    expect([kept.length > 20, kept.length < 100]).toEqual([true, true]);
  });

  it('a released event is due again and its endpoint unchanged, unless another process has leased it since', async () => {
    const { store, other } = fixture();
    await withWebhook(store, 'mer_1');
    await ended(store);
    const [first] = await lease(store);
    await store.webhooks.release(first!.delivery, NOW + 5);
    expect(await store.webhooks.find('mer_1')).toMatchObject({ failingSince: null });
    expect(await lease(other, NOW + 4)).toEqual([]);
    const [second] = await lease(other, NOW + 5);
    expect(second).toMatchObject({ isFailing: false, delivery: { attemptLog: null } });
    await store.webhooks.release(first!.delivery, NOW + 6);
    expect(await lease(store, NOW + 6)).toEqual([]);
    await other.webhooks.delivered(second!.delivery, NOW + 7, { result: '200', ms: 12 });
    await other.webhooks.release(second!.delivery, NOW + 8);
    expect(await lease(store, NOW + DAY)).toEqual([]);
  });

  it('a delivery ends the failure of an endpoint; a disabled one gets no events and no leases until a retry', async () => {
    const { store } = fixture();
    await withWebhook(store, 'mer_1');
    const given = await ended(store);
    const [one] = await lease(store);
    await store.webhooks.failed(one!.delivery, NOW, { result: '500', ms: 12 }, null);
    expect(await store.webhooks.disable('mer_1', NOW + 1)).toBe(true);
    expect(await store.webhooks.disable('mer_1', NOW + 2)).toBe(false);
    expect([await store.webhooks.oldestDue(), await states(store)]).toEqual([null, ['given_up']]);
    await ended(store);
    expect(await store.webhooks.counts()).toEqual([{ merchantId: 'mer_1', waiting: 0, givenUp: 1 }]);
    expect(await store.webhooks.retry('nobody', NOW)).toBeUndefined();
    expect(await store.webhooks.retry('mer_1', NOW + 9)).toBe(1);
    expect(await store.webhooks.oldestDue()).toBe(NOW + 9);
    const [again] = await lease(store, NOW + 9);
    expect(again!.delivery).toMatchObject({ sessionId: given.id, attempts: 1, until: NOW + 9 + DAY });
    await store.webhooks.delivered(again!.delivery, NOW + 10, { result: '200', ms: 12 });
    expect(await store.webhooks.find('mer_1')).toMatchObject({ failingSince: null, disabledAt: null });
    expect(await store.webhooks.retry('mer_1', NOW + 11)).toBe(0);
    expect(await store.webhooks.retry('mer_1', NOW + 11, given.id)).toBe(1);
  });

  it('a new URL forgets failures, tests and a disabling, unless they are given with it', async () => {
    const { store } = fixture();
    await withWebhook(store, 'mer_1');
    const { url } = (await store.webhooks.find('mer_1'))!;
    const test = { at: NOW, delivered: false, result: '500', ms: 3 };
    const state = { failingSince: NOW + 1, disabledAt: NOW + 2, tests: [test] };
    await store.webhooks.change('mer_1', { url, ...state });
    expect(await store.webhooks.find('mer_1')).toMatchObject({ url, ...state });
    const other = { url: 'https://other.example/' };
    await store.webhooks.change('mer_1', other);
    expect(await store.webhooks.find('mer_1')).toMatchObject({
      ...other,
      failingSince: null,
      disabledAt: null,
      tests: [],
    });
  });

  it('lists the endpoints in trouble, and counts the undelivered events of one merchant or of all', async () => {
    const { store } = fixture();
    for (const id of ['mer_1', 'mer_2', 'mer_3', 'mer_4']) await withWebhook(store, id);
    for (const id of ['mer_1', 'mer_2', 'mer_2']) await ended(store, id);
    const [first] = await lease(store, NOW, { limit: 1 });
    await store.webhooks.failed(first!.delivery, NOW, { result: '500', ms: 12 }, null);
    await store.webhooks.disable('mer_3', NOW);
    await store.webhooks.pause('mer_4', NOW);
    const troubled = await store.webhooks.troubled();
    expect(troubled.map(({ merchantId }) => merchantId).sort()).toEqual(
      [first!.delivery.merchantId, 'mer_3', 'mer_4'].sort(),
    );
    const counts = await store.webhooks.counts();
    expect(counts.map(({ waiting, givenUp }) => waiting + givenUp).sort()).toEqual([1, 2]);
    expect(counts.reduce((sum, { givenUp }) => sum + givenUp, 0)).toBe(1);
    expect(await store.webhooks.counts('mer_2')).toEqual(counts.filter(({ merchantId }) => merchantId === 'mer_2'));
    expect(await store.webhooks.counts('mer_3')).toEqual([{ merchantId: 'mer_3', waiting: 0, givenUp: 0 }]);
    expect(await store.webhooks.counts('nobody')).toEqual([]);
  });

  it('a paused endpoint keeps its events until it is resumed', async () => {
    const { store, other } = fixture();
    await withWebhook(store, 'mer_1');
    expect([await store.webhooks.pause('mer_1', NOW), await store.webhooks.pause('mer_1', NOW + 1)]).toEqual([
      true,
      false,
    ]);
    const { id } = await ended(store);
    expect(await other.webhooks.find('mer_1')).toMatchObject({ pausedAt: NOW });
    expect([await other.webhooks.oldestDue(), await lease(other)]).toEqual([null, []]);
    expect(await store.webhooks.delivery(id)).toMatchObject({ sessionId: id, attempts: 0 });
    expect(await store.webhooks.delivery('nothing')).toBeUndefined();
    expect([await store.webhooks.resume('mer_1', NOW), await store.webhooks.resume('mer_1', NOW)]).toEqual([
      true,
      false,
    ]);
    expect(await lease(other)).toMatchObject([{ delivery: { sessionId: id } }]);
    expect(await store.webhooks.pause('nobody', NOW)).toBe(false);
  });

  it('after a pause, kept events have a day again, and earlier failures of the endpoint are forgotten', async () => {
    const { store } = fixture();
    await withWebhook(store, 'mer_1');
    const [failed, kept] = [await ended(store), await ended(store, 'mer_1', NOW + 1)];
    const [first] = await lease(store);
    await store.webhooks.failed(first!.delivery, NOW, { result: '503', ms: 12 }, null);
    await store.webhooks.pause('mer_1', NOW + 2);
    expect(await store.webhooks.resume('mer_1', NOW + 6 * DAY)).toBe(true);
    expect(await store.webhooks.find('mer_1')).toMatchObject({ failingSince: null, pausedAt: null });
    expect(await store.webhooks.delivery(kept.id)).toMatchObject({ attempts: 0, until: NOW + 7 * DAY });
    expect(await store.webhooks.delivery(failed.id)).toMatchObject({ dueAt: null, until: NOW + DAY });
  });

  it('an endpoint is added once, to an existing merchant; it keeps its two newest secrets, its tests until its URL changes, and its events are removed with it', async () => {
    const { store, other } = fixture();
    const endpoint = { url: 'https://shop.example/hook', caPem: 'PEM', secrets: [secret()], createdAt: NOW };
    expect(await store.webhooks.add({ ...endpoint, merchantId: 'nobody' })).toBe(false);
    await withWebhook(store, 'mer_1');
    expect(await store.webhooks.add({ ...endpoint, merchantId: 'mer_1' })).toBe(false);
    const [a, b] = [secret(), secret()];
    expect(await store.webhooks.rotateSecret('nobody', secret())).toBe(false);
    await store.webhooks.rotateSecret('mer_1', a);
    await store.webhooks.rotateSecret('mer_1', b);
    const tests = Array.from({ length: 11 }, (_, ms) => ({ at: NOW, delivered: false, result: '401', ms }));
    const { url } = (await store.webhooks.find('mer_1'))!;
    const tested = { merchantId: 'mer_1', url };
    await store.webhooks.noteTest(tested, tests[0]!);
    // Two operators at once lose no test.
    await Promise.all(tests.slice(1).map((test, n) => [store, other][n % 2]!.webhooks.noteTest(tested, test)));
    const noted = (await other.webhooks.find('mer_1'))!.tests.map(({ ms }) => ms);
    expect(noted.toSorted((one, two) => one - two)).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await store.webhooks.change('mer_1', { url: 'https://else.example', caPem: 'PEM' })).toBe(true);
    expect(await store.webhooks.change('mer_1', { url: 'https://other.example' })).toBe(true);
    await store.webhooks.noteTest(tested, tests[0]!);
    expect(await other.webhooks.list()).toStrictEqual([
      {
        merchantId: 'mer_1',
        url: 'https://other.example',
        caPem: 'PEM',
        secrets: [b, a],
        failingSince: null,
        disabledAt: null,
        pausedAt: null,
        tests: [],
        createdAt: NOW,
      },
    ]);
    expect((await store.keys.allSealed()).map(({ keyId }) => keyId)).toEqual([`mer_1/${a.id}`, `mer_1/${b.id}`]);
    const anew = new Map([a, b].map(({ id }) => [`mer_1/${id}`, new Uint8Array([9])]));
    expect(await store.keys.reseal(anew)).toBe(true);
    expect((await store.webhooks.find('mer_1'))!.secrets.map(({ sealed }) => [...sealed])).toEqual([[9], [9]]);
    await ended(store);
    expect(await store.webhooks.remove('mer_1')).toBe(true);
    expect(await store.webhooks.remove('mer_1')).toBe(false);
    expect([await states(store), await store.keys.allSealed()]).toEqual([[], []]);
  });

  it('a retry of many events commits in batches; the last one enables the endpoint and writes the entry', async () => {
    const { store, other, database } = fixture();
    await withBacklog(fixture(), below);
    const entry = { at: NOW, actor: 'operator:kim', action: 'webhook.retry', subject: 'mer_1', detail: {} };
    await below.sql(
      database,
      "CREATE UNIQUE INDEX fails ON webhook_outbox (until) WHERE session_id IN ('ses_1', 'ses_1100')",
    );
    await expect(store.webhooks.retry('mer_1', NOW, undefined, entry)).rejects.toBeDefined();
    expect(await other.webhooks.counts()).toEqual([{ merchantId: 'mer_1', waiting: 1000, givenUp: 200 }]);
    expect([await other.webhooks.oldestDue(), await other.audit.list(9)]).toEqual([null, []]);
    await below.sql(database, 'DROP INDEX fails');
    expect(await store.webhooks.retry('mer_1', NOW, undefined, entry)).toBe(MANY);
    expect(await other.webhooks.counts()).toEqual([{ merchantId: 'mer_1', waiting: MANY, givenUp: 0 }]);
    expect(await other.webhooks.oldestDue()).toBe(NOW);
    expect(await other.audit.list(9)).toMatchObject([{ seq: 1, action: 'webhook.retry' }]);
  });

  it('an endpoint with many events is removed in batches; the last one removes it and writes the entry', async () => {
    const { store, other, database } = fixture();
    await withBacklog(fixture(), below);
    const entry = { at: NOW, actor: 'operator:kim', action: 'webhook.remove', subject: 'mer_1', detail: {} };
    await below.sql(
      database,
      "CREATE TABLE fails (id TEXT REFERENCES webhook_outbox (session_id)); INSERT INTO fails VALUES ('ses_1100')",
    );
    await expect(store.webhooks.remove('mer_1', entry)).rejects.toBeDefined();
    expect(await other.webhooks.counts()).toEqual([{ merchantId: 'mer_1', waiting: 0, givenUp: 200 }]);
    expect([(await other.webhooks.list()).length, await other.audit.list(9)]).toEqual([1, []]);
    await below.sql(database, 'DROP TABLE fails');
    expect(await store.webhooks.remove('mer_1', entry)).toBe(true);
    expect([await other.webhooks.counts(), await other.webhooks.list()]).toEqual([[], []]);
    expect(await other.audit.list(9)).toMatchObject([{ seq: 1, action: 'webhook.remove' }]);
  });
}

import { beforeEach, expect, test } from 'vitest';
import { type AuthlyClientOptions, createAuthlyClient } from '../index.ts';
import { createFakeService, createVirtualClock, errorAnswer, type FakeService } from '../testing/index.ts';

let service: FakeService;
let told: [string, Record<string, unknown>][];
beforeEach(async () => {
  service = await createFakeService();
  told = [];
});

const keep = (name: string) => (report: object) => void told.push([name, { ...report }]);
const HOOKS = { onRequest: keep('request'), onAnswer: keep('answer'), onRetry: keep('retry') };

const clientOf = (change: Partial<AuthlyClientOptions>) =>
  createAuthlyClient({ ...service, clock: createVirtualClock(), ...change });

test('reports each request and each answer with operation, call attempt, status and request id', async () => {
  await clientOf(HOOKS).createEnrollment({ merchant_user_ref: 'user-1' });
  const requestId = expect.any(String) as string;
  expect(told).toEqual([
    ['request', { operation: 'issueToken', attempt: 1 }],
    ['answer', { operation: 'issueToken', attempt: 1, status: 200, requestId, durationMs: 0 }],
    ['request', { operation: 'createEnrollmentSession', attempt: 1 }],
    ['answer', { operation: 'createEnrollmentSession', attempt: 1, status: 201, requestId, durationMs: 0 }],
  ]);
});

test('reports a retry with code, reason and wait, between the failed answer and the next request', async () => {
  const client = clientOf(HOOKS);
  await client.createEnrollment({ merchant_user_ref: 'user-1' });
  told = [];
  service.answerNext(errorAnswer('unavailable', { 'retry-after': '7' }));
  service.answerNext(new TypeError('fetch failed'));
  await client.createEnrollment({ merchant_user_ref: 'user-1' });
  expect(told.map(([name]) => name).join(' ')).toBe('request answer retry request answer retry request answer');
  expect(told[1]![1]).toMatchObject({ attempt: 1, status: 503, code: 'unavailable' });
  expect(told[2]![1]).toEqual({
    operation: 'createEnrollmentSession',
    attempt: 1,
    code: 'unavailable',
    reason: 'the service drains or its storage is down, so nothing was done',
    delayMs: 7000,
  });
  expect(told[4]![1]).toEqual({
    operation: 'createEnrollmentSession',
    attempt: 2,
    code: 'network_error',
    durationMs: 0,
  });
  expect(told[5]![1]).toMatchObject({ attempt: 2, code: 'network_error' });
  expect(told[7]![1]).toMatchObject({ attempt: 3, status: 201 });
});

test('reports no secret, token, user reference or metadata', async () => {
  const client = clientOf(HOOKS);
  const { session_id } = await client.createEnrollment({ merchant_user_ref: 'user-1', metadata: { order: 'planted' } });
  await client.result(session_id, 'user-1');
  await client.result('ses_unknown', 'user-1').catch(() => {});
  const text = JSON.stringify(told);
  for (const planted of ['user-1', 'planted', service.clientSecret, 'Bearer']) expect(text).not.toContain(planted);
});

const down = new Error('telemetry is down');

// A rejection that nobody handles ends the process; vitest reports it as an error of the run.
test.each([
  ['rejects', () => Promise.reject(down)],
  [
    'throws',
    () => {
      throw down;
    },
  ],
])('a hook that %s changes nothing', async (_, failing) => {
  const client = clientOf({ onRequest: failing, onAnswer: failing, onRetry: failing, onWarning: failing });
  service.answerNext(errorAnswer('unavailable'));
  const { session_id } = await client.createEnrollment({ merchant_user_ref: 'user-1' });
  service.move(session_id, { status: 'canceled' });
  const result = await client.waitForResult(session_id, 'user-1', { onStatus: failing });
  expect(result).toMatchObject({ status: 'canceled' });
});

import { expect, it } from 'vitest';
import { ENROLLMENTS } from '../../test/merchant-calls.ts';
import { onBothStores, type Deployment } from '../../test/on-stores.ts';
import { TestClock } from '../../test/test-clock.ts';
import { ServiceProcess } from '../../test/service-process.ts';

const WORKERS = 8;
const ANSWERED_BEFORE_THE_END = 100;
/** Time for two process starts on a busy machine. */
const TIMEOUT_MS = 120_000;

/** A merchant with a client, created before the service starts. */
async function onboard(deployment: Deployment) {
  const service = await deployment.start({ clock: new TestClock(Date.now()) });
  const client = await service.addMerchant();
  await service.stop();
  return client;
}

onBothStores((fixture) => {
  it(
    'SIGKILL under load loses no answered session and no idempotency key',
    async () => {
      const deployment = await fixture.another();
      const client = await onboard(deployment);
      const first = await ServiceProcess.start(deployment);
      const authorization = `Bearer ${await first.token(client)}`;
      const create = (process: ServiceProcess, key: string) =>
        process.post(
          ENROLLMENTS,
          { authorization, 'content-type': 'application/json', 'idempotency-key': key },
          JSON.stringify({ merchant_id: client.merchantId, merchant_user_ref: key }),
        );

      const answered = new Map<string, string>();
      const asked: string[] = [];
      let killed: Promise<unknown> | undefined;
      await Promise.all(
        Array.from({ length: WORKERS }, async (_, worker) => {
          for (let i = 0; ; i++) {
            const key = `load-${worker}-${i}`;
            asked.push(key);
            const answer = await create(first, key).catch(() => undefined);
            if (answer === undefined) return;
            expect(answer.status).toBe(201);
            answered.set(key, answer.text);
            if (answered.size === ANSWERED_BEFORE_THE_END) killed = first.end('SIGKILL');
          }
        }),
      );
      await killed;
      expect(asked.length).toBeGreaterThan(answered.size);

      const second = await ServiceProcess.start(deployment);
      const toCheck = answered.entries();
      await Promise.all(
        Array.from({ length: WORKERS }, async () => {
          for (const [key, text] of toCheck) {
            const { session_id: id } = JSON.parse(text) as { session_id: string };
            const result = await second.get(`/v1/sessions/${id}/result?merchant_user_ref=${key}`, { authorization });
            expect([result.status, JSON.parse(result.text).status]).toEqual([200, 'created']);
            expect(await create(second, key)).toEqual({ status: 201, replayed: true, text });
          }
        }),
      );
      // A request without a response is stored completely or not at all. A repetition shows which.
      for (const key of asked.filter((each) => !answered.has(each))) {
        const { status, text } = await create(second, key);
        expect([status, await create(second, key)]).toEqual([201, { status: 201, replayed: true, text }]);
      }
      expect(await second.end('SIGTERM')).toBe(0);
    },
    TIMEOUT_MS,
  );
});

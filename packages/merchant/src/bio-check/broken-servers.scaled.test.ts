import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { allOrSome } from '../../../../test/kind.ts';
import type { BrokenServer } from '../../test/broken-servers/broken-server.ts';
import { BROKEN_SERVERS, FAULTS } from '../../test/broken-servers/broken-servers.ts';
import { header, plainSteps, Refusal, startPlainServer, type Steps } from '../../test/broken-servers/plain-server.ts';
import { checkServer, findings, MERCHANT_ID } from '../../test/check-server.ts';
import { CHECKS } from './checks/index.ts';
import { selectChecks } from './run-checks.ts';

const check = (
  server: { steps?: Partial<Steps>; order?: Parameters<typeof startPlainServer>[0]['order'] },
  checks = CHECKS,
) =>
  checkServer(
    (keyListBaseUrl, clock) =>
      startPlainServer({
        merchantId: MERCHANT_ID,
        keyListUrl: `${keyListBaseUrl}/v1/signing-keys`,
        clock,
        ...(server.steps === undefined ? {} : { steps: server.steps }),
        ...(server.order === undefined ? {} : { order: server.order }),
      }),
    { checks },
  );

const ALONE = CHECKS.filter(({ gate }) => !gate).map(({ id }) => id);
const firstOf = (id: string) => BROKEN_SERVERS.find(({ caughtBy }) => caughtBy === id);
/** The first server of each check runs below. */
const OTHERS = allOrSome(
  BROKEN_SERVERS.filter((server) => !ALONE.includes(server.caughtBy) || server !== firstOf(server.caughtBy)),
  FAULTS.map(([firstOfItsKind]) => firstOfItsKind!),
);
const isAdvice = (caughtBy: string) => CHECKS.find(({ id }) => id === caughtBy)!.askedBy === 'advice';
const finding = ({ caughtBy, warns }: BrokenServer) => (warns || isAdvice(caughtBy) ? /^warned: / : /^failed: /);

test('a server written from the contract alone, without the SDK, is green', { timeout: 180_000 }, async () => {
  const results = await check({});
  expect(findings(results)).toEqual({});
  expect(results).toHaveLength(CHECKS.length);
});

test('a server that caches a removed key for the allowed 5 minutes is green', async () => {
  const seen = new Map<string, { key: KeyObject; at: number }>();
  const server = {
    steps: {
      async findKey(call, state) {
        const id = header(call, 'x-service-key-id');
        const kept = seen.get(id);
        if (kept !== undefined && state.clock.now() - kept.at < 300_000) {
          call.key = kept.key;
          return;
        }
        state.keys.delete(id);
        await plainSteps.findKey(call, state);
        seen.set(id, { key: call.key!, at: state.clock.now() });
      },
    },
  } satisfies Parameters<typeof check>[0];
  expect(findings(await check(server))).toEqual({});
});

// Checks wait more than they work.
test.concurrent.each(OTHERS)('a server that $fault is caught by $caughtBy', async (server) => {
  const { caughtBy, after = [] } = server;
  const found = findings(await check(server, selectChecks(CHECKS, { only: [caughtBy, ...after] })));
  expect(found[caughtBy]).toMatch(finding(server));
});

test('a call without an answer while the list is down fails only its own check', async () => {
  const send: Steps['send'] = (res, status, body) =>
    status === 500 ? void res.destroy() : plainSteps.send(res, status, body);
  const found = findings(await check({ steps: { send } }, selectChecks(CHECKS, { only: ['long'] })));
  expect(Object.keys(found)).toEqual(['long.key_list']);
});

test('a server that refuses everything fails at the gate, and the other checks are skipped', async () => {
  const results = await check({
    steps: {
      headers: () => {
        throw new Refusal(401, 'signature_mismatch');
      },
    },
  });
  expect(results.map(({ status }) => status)).toEqual(['failed', ...CHECKS.slice(1).map(() => 'skipped')]);
});

/** Groups that make hundreds of calls run for their own servers only. */
const LARGE = /^(?:user_ref|order|http|keys|long)\./;

test.concurrent.each(allOrSome(ALONE, ['timestamp.stale', 'fields.store.type', 'http.put_store']))(
  'a broken server trips %s alone',
  { timeout: 180_000 },
  async (id) => {
    const tripped: string[][] = [];
    for (const server of BROKEN_SERVERS.filter(({ caughtBy }) => caughtBy === id)) {
      const own = [id.split('.')[0]!, ...(server.after ?? [])];
      const checks = CHECKS.filter((each) => !LARGE.test(each.id) || own.some((name) => each.id.startsWith(name)));
      const found = findings(await check(server, checks));
      expect(found[id]).toMatch(finding(server));
      tripped.push(Object.keys(found));
      if (isDeepStrictEqual(tripped.at(-1), [id])) return;
    }
    expect(tripped).toContainEqual([id]);
  },
);

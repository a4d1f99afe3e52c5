import { Agent } from 'node:http';
import { CHECKS } from '../src/bio-check/checks/index.ts';
import type { CheckResult } from '../src/bio-check/check.ts';
import { KeyList } from '../src/bio-check/key-list.ts';
import { runChecks } from '../src/bio-check/run-checks.ts';
import { createServiceKey, createVirtualClock, type VirtualClock } from '../src/testing/index.ts';

export const MERCHANT_ID = 'mch_checked';

interface Started {
  readonly base: string;
  close(): Promise<unknown>;
}

/** Runs the checks against a server on real HTTP. Both share one moved clock, so that no test waits for a cooldown. */
export async function checkServer(
  start: (keyListBaseUrl: string, clock: VirtualClock) => Promise<Started>,
  { strict = false, agent = new Agent({ keepAlive: true }), checks = CHECKS } = {},
): Promise<CheckResult[]> {
  const clock = createVirtualClock();
  const keyList = new KeyList(clock);
  await keyList.listen();
  const server = await start(keyList.baseUrl, clock);
  try {
    return await runChecks({
      merchantBioBaseUrl: server.base,
      merchantId: MERCHANT_ID,
      checks,
      strict,
      clock,
      keyList,
      key: await createServiceKey(),
      toleranceMs: 300_000,
      removedKeyWaitMs: 310_000,
      nonceWaitMs: 2_000,
      longWaitMs: 350_000,
      transport: { agent, timeoutMs: 5_000 },
    });
  } finally {
    agent.destroy();
    await server.close();
    await keyList.close();
  }
}

export const findings = (results: readonly CheckResult[]): Record<string, string> =>
  Object.fromEntries(
    results
      .filter(({ status }) => status !== 'passed')
      .map(({ id, status, messages }) => [id, `${status}: ${messages.join('; ')}`]),
  );

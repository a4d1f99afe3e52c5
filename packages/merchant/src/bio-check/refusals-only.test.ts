import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nothing } from '../../test/broken-servers/broken-server.ts';
import { startPlainServer, type Steps } from '../../test/broken-servers/plain-server.ts';
import { MERCHANT_ID } from '../../test/check-server.ts';
import { listen } from '../../test/framework-servers.ts';
import { toNodeHandler } from '../adapters/node.ts';
import { createBioApi, type EnrollmentStore, memoryEnrollments, memoryNonces } from '../index.ts';
import { createFakeService, createVirtualClock, type FakeService } from '../testing/index.ts';
import { main } from './main.ts';

/** The servers trust this service, not the runner. */
let service: FakeService;
let published: Awaited<ReturnType<FakeService['listen']>>;
beforeAll(async () => {
  service = await createFakeService();
  published = await service.listen();
});
afterAll(() => published.close());

interface JsonReport {
  refusals_only: boolean;
  summary: Record<'passed' | 'warned' | 'failed' | 'skipped', number>;
  checks: { id: string; status: string; messages: string[] }[];
}

async function refusalsOnly(
  base: string,
  ...argv: string[]
): Promise<{ code: number; err: string; report: JsonReport }> {
  let [out, err] = ['', ''];
  const streams = {
    stdout: { write: (text: string) => void (out += text) },
    stderr: { write: (text: string) => void (err += text) },
    clock: createVirtualClock(Date.now()),
  };
  const code = await main([base, '--merchant-id', MERCHANT_ID, '--refusals-only', '--json', ...argv], streams);
  return { code, err, report: out === '' ? ({} as JsonReport) : (JSON.parse(out) as JsonReport) };
}

describe('a server that trusts only the service', () => {
  const writes: string[] = [];
  const kept = memoryEnrollments();
  const store: EnrollmentStore = {
    find: (key) => kept.find(key),
    write: (write) => {
      writes.push(write.idempotencyKey);
      return kept.write(write);
    },
  };
  let server: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    const bioApi = createBioApi({ merchantId: MERCHANT_ID, baseUrl: published.baseUrl, store, nonces: memoryNonces() });
    server = await listen(createServer(toNodeHandler(bioApi)), '/bio');
  });
  afterAll(() => server.close());

  test('is green, strictly, and stores nothing', async () => {
    const { code, report } = await refusalsOnly(server.base, '--service-url', published.baseUrl, '--strict');
    expect(report.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect([code, report.refusals_only]).toEqual([0, true]);
    expect(report.summary.passed).toBeGreaterThan(20);
    expect(writes).toEqual([]);
  });

  test('without --service-url, checks that need a trusted key id are skipped with a reason', async () => {
    const { code, report } = await refusalsOnly(server.base);
    const skipped = report.checks.filter(({ status }) => status === 'skipped');
    expect([code, report.summary.failed, report.summary.warned]).toEqual([0, 0, 0]);
    expect(skipped.map(({ id }) => id)).toContain('signature.forged');
    for (const { messages } of skipped) expect(messages[0]).toContain('--service-url');
  });

  test('2 when the key list of the service cannot be read', async () => {
    const { code, err } = await refusalsOnly(server.base, '--service-url', 'http://127.0.0.1:9');
    expect(code).toBe(2);
    expect(err).toContain('The key list at http://127.0.0.1:9/v1/signing-keys cannot be used');
  });
});

test.each<[string, Partial<Steps>, string]>([
  ['never verifies a signature', { signature: nothing }, 'signature.forged'],
  ['never looks at the timestamp', { timestamp: nothing }, 'timestamp.stale'],
  ['never looks at the merchant', { merchant: nothing, binding: nothing, signature: nothing }, 'merchant.header'],
])('a server that %s is caught without trusting the runner', async (_, steps, caughtBy) => {
  const clock = { now: () => Date.now(), sleep: async () => undefined };
  const server = await startPlainServer({
    merchantId: MERCHANT_ID,
    keyListUrl: `${published.baseUrl}/v1/signing-keys`,
    clock,
    steps,
  });
  const { code, report } = await refusalsOnly(server.base, '--service-url', published.baseUrl);
  await server.close();
  expect(code).toBe(1);
  expect(report.checks.filter(({ status }) => status === 'failed').map(({ id }) => id)).toContain(caughtBy);
});

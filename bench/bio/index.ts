// CPU time of signing and checks compared with plain calls: `npm run bench -- bio`.
import { randomBytes } from 'node:crypto';
import { BIO_OPERATION_NAMES, BIO_OPERATIONS, type BioOperationName } from '@authly/contract/operations';
import { Agent, request } from 'undici';
import { BioApi } from '../../apps/service/src/bio-api/client.ts';
import { BioConnections } from '../../apps/service/src/bio-api/connections.ts';
import { systemClock } from '../../apps/service/src/config/clock.ts';
import { KeyRing } from '../../apps/service/src/keys/key-ring.ts';
import { masterKeyOf, MemoryKeys } from '../../apps/service/test/memory-keys.ts';
import { merchantFixture } from '../../apps/service/test/merchant-fixture.ts';
import { holds, say, type Bench, type Chosen, type Table } from '../bench.ts';
import { Fixture, MERCHANT_ID } from '../fixture.ts';
import { BASE_PATH, ENC_KEY, FEATURES, startMerchant } from './merchant.ts';

/** Lower bound of plain CPU / signed CPU. */
const AIM = 0.65;
const AT_ONCE = 32;

const who = { merchant_id: MERCHANT_ID, merchant_user_ref: 'user-1', type: 'fingerprint' };
const REQUESTS = {
  store: {
    ...who,
    enrollment_session_id: 'ses_bench',
    payload: { finger: 'RI' as const, features: FEATURES, enc_key: ENC_KEY },
    captured_at: '2026-01-31T09:15:00.000Z',
  },
  lookup: { ...who, verification_session_id: 'ses_bench', payload: { finger: 'RI' as const } },
};

type Sides = Readonly<Record<'signed' | 'plain', () => Promise<void>>>;

async function run(chosen: Chosen): Promise<Table[]> {
  await using cleanup = new AsyncDisposableStack();
  const fixture = await Fixture.open('sqlite', cleanup);
  const { origin, ca } = await startMerchant(fixture);
  const sides = await sidesOf(origin, ca, cleanup);
  const rows: Table['rows'][number][] = [];
  for (const call of BIO_OPERATION_NAMES) rows.push(await compare(call, sides[call], chosen));
  return [
    {
      title: `Calls to a merchant’s Bio API over TLS, ${AT_ONCE} at once. Ratio: CPU of plain undici calls with the same bodies / CPU of signed calls, threads included.`,
      rows,
    },
  ];
}

async function sidesOf(
  origin: string,
  ca: string,
  cleanup: AsyncDisposableStack,
): Promise<Record<BioOperationName, Sides>> {
  const connections = new BioConnections({ allowPrivateAddresses: true });
  cleanup.defer(() => connections.close());
  const agent = new Agent({
    connections: AT_ONCE,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    allowH2: false,
    connect: { ca },
  });
  cleanup.defer(() => agent.close());
  const keys = new KeyRing({
    source: new MemoryKeys(),
    master: masterKeyOf(randomBytes(1)[0]!),
    environment: 'test',
    clock: systemClock,
  });
  await keys.prepare();
  const bio = new BioApi({ keys, connections });
  const merchant = merchantFixture(MERCHANT_ID, { bioBaseUrl: origin + BASE_PATH, bioCaPem: ca, bioRetries: 0 });
  return {
    store: {
      signed: async () => succeeded(await bio.store(merchant, REQUESTS.store)),
      plain: plainCall(agent, origin, 'store'),
    },
    lookup: {
      signed: async () => succeeded(await bio.lookup(merchant, REQUESTS.lookup)),
      plain: plainCall(agent, origin, 'lookup'),
    },
  };
}

function plainCall(dispatcher: Agent, origin: string, call: BioOperationName): () => Promise<void> {
  const url = new URL(origin + BASE_PATH + BIO_OPERATIONS[call].path);
  const body = Buffer.from(JSON.stringify(REQUESTS[call]));
  const headers = { 'content-type': 'application/json' };
  return async () => {
    const answer = await request(url, { method: 'POST', headers, body, dispatcher });
    await answer.body.bytes();
    if (answer.statusCode !== 200) throw new Error(`answer ${answer.statusCode}`);
  };
}

function succeeded(result: object): void {
  if ('failure' in result) throw new Error(`the call failed: ${String(result.failure)}`);
}

async function compare(call: BioOperationName, sides: Sides, chosen: Chosen): Promise<Table['rows'][number]> {
  const sums = { signed: { calls: 0, cpuUs: 0 }, plain: { calls: 0, cpuUs: 0 } };
  for (let round = 0; round <= chosen.number('rounds'); round++)
    for (const side of ['signed', 'plain'] as const) {
      const { calls, cpuUs } = await slice(sides[side], chosen.number('seconds') * 1000);
      // The first round warms up.
      if (round === 0) continue;
      sums[side].calls += calls;
      sums[side].cpuUs += cpuUs;
    }
  const [signed, plain] = [sums.signed.cpuUs / sums.signed.calls, sums.plain.cpuUs / sums.plain.calls];
  const ratio = plain / signed;
  say(`${call} ${ratio.toFixed(2)}`);
  return {
    call,
    'CPU µs': Math.round(signed),
    'plain CPU µs': Math.round(plain),
    ratio,
    aim: `≥ ${AIM}`,
    holds: holds(ratio >= AIM),
  };
}

async function slice(call: () => Promise<void>, ms: number): Promise<{ calls: number; cpuUs: number }> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  let calls = 0;
  const caller = async (): Promise<void> => {
    for (; performance.now() - began < ms; calls++) await call();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const { user, system } = process.cpuUsage(before);
  return { calls, cpuUs: user + system };
}

export default {
  summary: 'signed calls to a merchant’s Bio API compared with plain calls',
  about:
    'Calls of the service’s Bio API client to a merchant’s server in a process of its own, and plain undici calls with the same bodies.',
  numbers: {
    seconds: { is: 'length of one slice', value: 0.5, quick: 0.3, min: 0.1, max: 60 },
    rounds: { is: 'slices of each, in turns', value: 15, quick: 5, min: 1, max: 100 },
  },
  run,
} satisfies Bench;

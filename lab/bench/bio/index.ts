// CPU time of the Bio API client compared with plain calls: `npm run bench -- bio`.
import { generateKeyPairSync, hash, randomBytes, randomUUID, sign } from 'node:crypto';
import { canonicalRequest, SIGNATURE_PREFIX } from '@authly/contract/wire/bio/canonical-request';
import {
  BIO_OPERATION_NAMES,
  BIO_OPERATIONS,
  JSON_BODY,
  type BioOperationName,
} from '@authly/contract/operation-table';
import { Agent, request } from 'undici';
import { BioApi } from '../../../apps/service/src/bio-api/client.ts';
import { OutboundConnections } from '../../../apps/service/src/outbound/connections.ts';
import { systemClock } from '../../../apps/service/src/runtime/clock.ts';
import { KeyRing } from '../../../apps/service/src/keys/key-ring.ts';
import { masterKeyOf, MemoryKeys } from '../../../apps/service/test/memory-keys.ts';
import { merchantFixture } from '../../../apps/service/test/merchant-fixture.ts';
import { judged, say, type Bench, type Chosen, type Table } from '../bench.ts';
import { atOnce } from '../../fixture/fixture.ts';
import { openBench } from '../fixture.ts';
import { ownMs } from '../processor-time.ts';
import { inTurns, type Side } from '../slices.ts';
import { BASE_PATH, ENC_KEY, FEATURES, startMerchant } from './merchant.ts';

/** Lower bound of floor CPU / client CPU. */
const AIM = 0.85;
const AT_ONCE = 32;
/** Calls of one slice. */
const SLICE = 160;
const UNMET = 'The floor leaves out the deadline, the queue for connections and the checks of the reply.';

const MERCHANT_ID = 'm_bench';
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

type Sides = Readonly<Record<'client' | 'floor', () => Promise<void>>>;

async function run(chosen: Chosen): Promise<Table[]> {
  await using cleanup = new AsyncDisposableStack();
  const fixture = await openBench('sqlite', cleanup);
  const { origin, ca } = await startMerchant(fixture);
  const sides = await sidesOf(origin, ca, cleanup);
  const rows: Table['rows'][number][] = [];
  for (const call of BIO_OPERATION_NAMES) rows.push(await compare(call, sides[call], chosen));
  return [
    {
      title: `Calls to a merchant’s Bio API over TLS, ${AT_ONCE} at once. Ratio: CPU of undici calls with the same body, signature, headers and parsing / CPU of the client, threads included; low percentile of short slices.`,
      rows,
    },
  ];
}

async function sidesOf(
  origin: string,
  ca: string,
  cleanup: AsyncDisposableStack,
): Promise<Record<BioOperationName, Sides>> {
  const connections = new OutboundConnections({ environment: 'test' });
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
      client: async () => succeeded(await bio.store(merchant, REQUESTS.store)),
      floor: floorCall(agent, origin, 'store'),
    },
    lookup: {
      client: async () => succeeded(await bio.lookup(merchant, REQUESTS.lookup)),
      floor: floorCall(agent, origin, 'lookup'),
    },
  };
}

/** Stringifies, signs, sends the same headers and parses: no queue, deadline, retry or check. */
function floorCall(dispatcher: Agent, origin: string, call: BioOperationName): () => Promise<void> {
  const { method, path } = BIO_OPERATIONS[call];
  const pathAndQuery = BASE_PATH + path;
  const url = new URL(origin + pathAndQuery);
  const { privateKey } = generateKeyPairSync('ed25519');
  return async () => {
    const body = Buffer.from(JSON.stringify(REQUESTS[call]));
    const [timestamp, nonce] = [new Date().toISOString(), randomUUID()];
    const contentSha256 = hash('sha256', body, 'hex');
    const text = canonicalRequest({ method, pathAndQuery, timestamp, nonce, contentSha256 });
    const headers = {
      'x-service-merchant-id': MERCHANT_ID,
      'x-service-key-id': 'bio_test_20260101_0123456789',
      'x-service-timestamp': timestamp,
      'x-service-nonce': nonce,
      'x-service-content-sha256': contentSha256,
      'x-service-signature': SIGNATURE_PREFIX + sign(null, Buffer.from(text), privateKey).toString('base64'),
      'content-type': JSON_BODY,
      'x-request-id': randomUUID(),
      ...(call === 'store' && { 'idempotency-key': 'ses_bench' }),
    };
    const answer = await request(url, { method, headers, body, dispatcher });
    const reply = (await answer.body.json()) as { merchant_user_ref: string };
    if (answer.statusCode !== 200 || reply.merchant_user_ref !== who.merchant_user_ref)
      throw new Error(`answer ${answer.statusCode}`);
  };
}

function succeeded(result: object): void {
  if ('failure' in result) throw new Error(`the call failed: ${String(result.failure)}`);
}

async function compare(call: BioOperationName, sides: Sides, chosen: Chosen): Promise<Table['rows'][number]> {
  const side = (name: 'client' | 'floor'): Side => ({ cpuMs: ownMs, work: () => atOnce(AT_ONCE, SLICE, sides[name]) });
  const low = await inTurns({ client: side('client'), floor: side('floor') }, chosen.number('rounds'));
  const ratio = low.floor.cpuMs / low.client.cpuMs;
  say(`${call} ${ratio.toFixed(2)}`);
  return {
    call,
    'CPU µs': Math.round((1000 * low.client.cpuMs) / SLICE),
    'floor CPU µs': Math.round((1000 * low.floor.cpuMs) / SLICE),
    ratio,
    ...judged(`≥ ${AIM}`, ratio >= AIM, UNMET),
  };
}

export default {
  summary: 'calls to a merchant’s Bio API compared with plain undici calls that sign',
  about:
    'Calls of the service’s Bio API client to a merchant’s server in a process of its own, and undici calls with the same body, signature and headers.',
  numbers: {
    rounds: { is: 'slices of each, in turns', value: 150, quick: 60, min: 10, max: 1000 },
  },
  run,
} satisfies Bench;

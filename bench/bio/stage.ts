import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { BIO_OPERATION_NAMES, BIO_OPERATIONS, type BioOperationName } from '@authly/contract/operations';
import { Agent, request } from 'undici';
import { BioApi } from '../../apps/service/src/bio-api/client.ts';
import { BioConnections } from '../../apps/service/src/bio-api/connections.ts';
import { systemClock } from '../../apps/service/src/clock.ts';
import type { KeyRecord } from '../../apps/service/src/keys/key-record.ts';
import { KeyRing } from '../../apps/service/src/keys/key-ring.ts';
import { parseMasterKey } from '../../apps/service/src/keys/master-key.ts';
import type { Merchant } from '../../apps/service/src/merchants/merchant.ts';
import { developmentCertificates } from '../../apps/service/src/tls/development-certificates.ts';
import { startChild } from '../api/child.ts';
import type { MerchantSetup } from './merchant-process.ts';

/** One call each way; both reject when it does not succeed. */
export interface Sides {
  readonly signed: () => Promise<void>;
  readonly plain: () => Promise<void>;
}

const BASE_PATH = '/bio';
/** Three sealed views of a finger. */
const FEATURES = randomBytes(900).toString('base64');
const ENC_KEY = randomBytes(32).toString('base64');

const who = { merchant_id: 'm_bench', merchant_user_ref: 'user-1', type: 'fingerprint' };
const REQUESTS = {
  store: {
    ...who,
    enrollment_session_id: 'ses_bench',
    payload: { finger: 'RI' as const, features: FEATURES, enc_key: ENC_KEY },
    captured_at: '2026-01-31T09:15:00.000Z',
  },
  lookup: { ...who, verification_session_id: 'ses_bench', payload: { finger: 'RI' as const } },
};
const REPLIES = {
  store: {
    stored: true,
    merchant_user_ref: 'user-1',
    type: 'fingerprint',
    payload: { finger: 'RI' },
    enrollment_ref: 'enr_1',
    stored_at: '2026-01-31T09:15:00.000Z',
  },
  lookup: {
    found: true,
    merchant_user_ref: 'user-1',
    type: 'fingerprint',
    payload: { finger: 'RI', features: FEATURES, enc_key: ENC_KEY },
    enrollment_ref: 'enr_1',
    enrolled_at: '2026-01-31T09:15:00.000Z',
  },
};

/** Runs work against a merchant in a process of its own, and clears everything away. */
export async function withMerchant(work: (sides: Record<BioOperationName, Sides>) => Promise<void>): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost'], new Date());
  const ca = readFileSync(caFile, 'utf8');
  const log = openSync(join(folder, 'log'), 'a');
  cleanup.defer(() => closeSync(log));
  const child = startChild(new URL('merchant-process.ts', import.meta.url), log);
  cleanup.defer(() => child.stop());
  const replies = Object.fromEntries(
    BIO_OPERATION_NAMES.map((call) => [BASE_PATH + BIO_OPERATIONS[call].path, REPLIES[call]]),
  );
  const { port } = await child.ask<{ port: number }>('start', { certFile, keyFile, replies } satisfies MerchantSetup);

  const connections = new BioConnections({ allowPrivateAddresses: true });
  cleanup.defer(() => connections.close());
  const agent = new Agent({
    connections: 32,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    allowH2: false,
    connect: { ca },
  });
  cleanup.defer(() => agent.close());
  const bio = new BioApi({ keys: await keyRing(), connections });
  const origin = `https://localhost:${port}`;
  const merchant: Merchant = {
    id: 'm_bench',
    name: 'Bench',
    bioBaseUrl: origin + BASE_PATH,
    bioCaPem: ca,
    bioTimeoutMs: 5000,
    bioRetries: 0,
    sessionLifetimeS: 600,
    rateLimits: {},
    logoId: null,
    attemptsPerHour: 10,
    createdAt: 0,
  };

  await work({
    store: {
      signed: async () => succeeded(await bio.store(merchant, REQUESTS.store)),
      plain: plainCall(agent, origin, 'store'),
    },
    lookup: {
      signed: async () => succeeded(await bio.lookup(merchant, REQUESTS.lookup)),
      plain: plainCall(agent, origin, 'lookup'),
    },
  });
}

function plainCall(dispatcher: Agent, origin: string, call: BioOperationName): () => Promise<void> {
  const url = new URL(origin + BASE_PATH + BIO_OPERATIONS[call].path);
  const body = Buffer.from(JSON.stringify(REQUESTS[call]));
  return async () => {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      dispatcher,
    });
    await answer.body.bytes();
    if (answer.statusCode !== 200) throw new Error(`answer ${answer.statusCode}`);
  };
}

function succeeded(result: object): void {
  if ('failure' in result) throw new Error(`the call failed: ${String(result.failure)}`);
}

/** The service's own key ring, on keys in memory. */
async function keyRing(): Promise<KeyRing> {
  const records: KeyRecord[] = [];
  const source = {
    list: async () => records,
    async addFirst(key: KeyRecord) {
      records.push(key);
      return records;
    },
  };
  const ring = new KeyRing({
    source,
    master: parseMasterKey(randomBytes(32).toString('base64'))!,
    environment: 'test',
    clock: systemClock,
  });
  await ring.prepare();
  return ring;
}

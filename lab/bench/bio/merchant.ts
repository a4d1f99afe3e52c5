import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { BIO_OPERATION_NAMES, BIO_OPERATIONS } from '@authly/contract/operations';
import { supervise } from '../../../apps/service/test/spawn-service.ts';
import type { Fixture, Server } from '../fixture.ts';

export const BASE_PATH = '/bio';
/** Three sealed views of a finger. */
export const FEATURES = randomBytes(900).toString('base64');
export const ENC_KEY = randomBytes(32).toString('base64');

/** Environment variables of the merchant's process. */
export interface MerchantSettings {
  readonly certFile: string;
  readonly keyFile: string;
  /** Path → answer. */
  readonly replies: Readonly<Record<string, string>>;
}

const who = { merchant_user_ref: 'user-1', type: 'fingerprint', enrollment_ref: 'enr_1' };
const REPLIES = {
  store: { ...who, stored: true, payload: { finger: 'RI' }, stored_at: '2026-01-31T09:15:00.000Z' },
  lookup: {
    ...who,
    found: true,
    payload: { finger: 'RI', features: FEATURES, enc_key: ENC_KEY },
    enrolled_at: '2026-01-31T09:15:00.000Z',
  },
};

/** A merchant's server with fixed answers in a separate process: only the caller is measured. */
export function startMerchant(fixture: Fixture): Promise<Server> {
  const { certFile, keyFile } = fixture.tls;
  const replies = Object.fromEntries(
    BIO_OPERATION_NAMES.map((call) => [BASE_PATH + BIO_OPERATIONS[call].path, JSON.stringify(REPLIES[call])]),
  );
  const script = new URL('merchant-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { MERCHANT: JSON.stringify({ certFile, keyFile, replies } satisfies MerchantSettings) },
  });
  return fixture.started(supervise(child), []);
}

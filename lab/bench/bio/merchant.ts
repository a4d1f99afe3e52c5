import { randomBytes } from 'node:crypto';
import { BIO_OPERATION_NAMES, BIO_OPERATIONS } from '@authly/contract/operation-table';
import { startProgram, type BenchFixture, type Server } from '../fixture.ts';

export const BASE_PATH = '/bio';
/** Three sealed views of a finger. */
export const FEATURES = randomBytes(900).toString('base64');
export const ENC_KEY = randomBytes(32).toString('base64');

/** Settings of the merchant's process. */
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
export function startMerchant(fixture: BenchFixture): Promise<Server> {
  const replies = Object.fromEntries(
    BIO_OPERATION_NAMES.map((call) => [BASE_PATH + BIO_OPERATIONS[call].path, JSON.stringify(REPLIES[call])]),
  );
  return startProgram(fixture, 'bio/merchant-process.ts', { replies });
}

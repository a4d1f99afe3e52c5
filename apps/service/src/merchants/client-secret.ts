import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../runtime/environment.ts';
import type { Client } from './merchant.ts';

const PREFIX: Record<Environment, string> = { test: 'authly_test_', production: 'authly_live_' };

/** The prefix shows people and secret scanners what leaked and from which environment. */
export const newClientSecret = (environment: Environment): string =>
  PREFIX[environment] + randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => digest('sha256', secret, 'hex');

/** Compared with instead of a missing secret, so that every comparison takes the same time. */
const NO_SECRET = randomBytes(32);
const SECRETS_COMPARED = 2;

export function secretMatches(presented: string, client: Client | undefined): boolean {
  const hash = digest('sha256', presented, 'buffer');
  let matches = false;
  for (let i = 0; i < SECRETS_COMPARED; i++) {
    const stored = client?.secrets[i];
    const equal = timingSafeEqual(hash, stored === undefined ? NO_SECRET : Buffer.from(stored.hash, 'hex'));
    matches = (equal && stored !== undefined) || matches;
  }
  return matches && client?.revokedAt === null;
}

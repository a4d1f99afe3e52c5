import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../config/environment.ts';
import type { Client } from './merchant.ts';

const PREFIX: Record<Environment, string> = { test: 'authly_test_', production: 'authly_live_' };

/** 256 random bits. The prefix tells a person, and a secret scanner, what leaked and from where. */
export const newClientSecret = (environment: Environment): string =>
  PREFIX[environment] + randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => digest('sha256', secret, 'hex');

/** Compared with when there is no client or fewer than two secrets, so that every answer takes the same work. */
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

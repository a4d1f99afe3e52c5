import { createHmac, type KeyObject } from 'node:crypto';
import type { Session } from '../session/session.ts';

/** A pseudonym of merchant and user for the app, which remembers passkeys under it. */
export function deviceAccount(secret: KeyObject, { merchantId, merchantUserRef }: Session): string {
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify([merchantId, merchantUserRef]))
    .digest();
  return digest.subarray(0, 16).toString('base64url');
}

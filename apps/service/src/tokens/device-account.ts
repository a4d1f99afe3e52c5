import { createHmac } from 'node:crypto';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Session } from '../session/session.ts';

/** A pseudonym of merchant and user for the app, which remembers passkeys under it. */
export async function deviceAccount(
  keys: Pick<KeyRing, 'lastingSecret'>,
  environment: Environment,
  { merchantId, merchantUserRef }: Session,
): Promise<string> {
  const secret = await keys.lastingSecret(`accounts:v1:${environment}:${merchantId}`);
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify([merchantId, merchantUserRef]))
    .digest();
  return digest.subarray(0, 16).toString('base64url');
}

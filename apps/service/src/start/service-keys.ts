import { KeyRing } from '../keys/key-ring.ts';
import { openSigningToken } from '../keys/open-signing-token.ts';
import type { SigningToken } from '../keys/signing-token.ts';
import { retryWhileStoreIsDown } from '../lifecycle/retry-while-store-is-down.ts';
import type { Foundation } from './foundation.ts';

/** A later signature leaves too little time for the call. */
const SIGN_WITHIN_MS = 5000;

export interface ServiceKeys {
  readonly keys: KeyRing;
  readonly token: SigningToken | undefined;
  /** Waits for a store that is down. Signs nothing with a wrong clock. */
  readonly signer: KeyRing['signer'];
}

export async function openKeys(
  { config, store, clock, deadlineClock, watch, log }: Foundation,
  opened: AsyncDisposableStack,
): Promise<ServiceKeys> {
  const onTrouble = (error: Error): void => log.error({ err: error }, 'signing token error');
  const token = await openSigningToken(config.pkcs11, { clock: deadlineClock, onTrouble });
  opened.defer(() => token?.close());
  const { masterKey: master, environment } = config;
  const keys = new KeyRing({ source: store.keys, master, environment, clock, token });
  await keys.prepare();
  const signer: ServiceKeys['signer'] = (purpose) =>
    retryWhileStoreIsDown({ clock, forMs: SIGN_WITHIN_MS }, async () => {
      watch.require();
      return keys.signer(purpose);
    });
  return { keys, token, signer };
}

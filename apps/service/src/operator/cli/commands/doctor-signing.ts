import { TOKEN_PURPOSES } from '../../../config/key-purposes.ts';
import { keysAt } from '../../../keys/key-status.ts';
import { unseal } from '../../../keys/seal.ts';
import { keptIn, noToken } from '../../../keys/signing-token.ts';
import type { StoreContext } from '../store-context.ts';
import type { Found } from './doctor-finding.ts';

/** Throws where an active key cannot be used. */
export async function examineSigning(context: StoreContext): Promise<Found> {
  const { store, now, signingToken } = context;
  const active = TOKEN_PURPOSES.flatMap((purpose) => ({ purpose, records: store.keys.list(purpose) }));
  const places = [];
  for (const { purpose, records } of active) {
    const standing = keysAt(await records, now()).find(({ status }) => status === 'active');
    if (standing !== undefined) places.push({ purpose, key: standing.key, kept: placeOf(context, standing.key) });
  }
  const inToken = places.filter(({ kept }) => kept === 'pkcs11');
  const inStore = places.filter(({ kept }) => kept === 'store').map(({ purpose }) => purpose);
  const token = await signingToken();
  if (token === undefined) {
    if (inToken.length > 0) throw new Error(noToken(inToken[0]!.key.id));
    return { note: 'keys are encrypted in the store; no PKCS#11 token is set' };
  }
  await token.checkKeys(inToken.map(({ key }) => key.id));
  const purposes = inToken.map(({ purpose }) => purpose).join(', ');
  const there =
    purposes === '' ? `token ${token.name} is available` : `in the PKCS#11 token ${token.name}: ${purposes}`;
  const waiting = inStore.filter((purpose) => token.purposes.includes(purpose));
  return waiting.length === 0
    ? there
    : `${there}; in the store until they are rotated: ${waiting.join(', ')} (authly keys schedule --purpose …)`;
}

const placeOf = (
  { masterKey, environment }: StoreContext,
  { purpose, id: keyId, sealed }: Parameters<typeof keysAt>[0][number],
): 'store' | 'pkcs11' => keptIn(unseal(masterKey(), { environment, purpose, keyId }, sealed));

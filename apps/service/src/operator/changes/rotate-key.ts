import type { NewAuditEntry } from '../../audit/entry.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { KeyPurpose } from '../../config/key-purposes.ts';
import type { KeyChange, KeyRecord } from '../../keys/key-record.ts';
import type { RotationInput } from '../../keys/rotation.ts';
import { SigningUnavailableError } from '../../keys/key-signer.ts';
import { sealedId, unseal } from '../../keys/seal.ts';
import { keptIn, makeAndKeep, noToken, type SigningToken } from '../../keys/signing-token.ts';
import { retryWhileStoreIsDown } from '../../lifecycle/retry-while-store-is-down.ts';
import type { Acting } from '../row/action.ts';
import type { Operator } from '../row/operator.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

type Planned = Pick<KeyChange, 'removedIds'> & { readonly added: KeyRecord; readonly notice: string | null };

/** A repeated write is safe: the store knows what it has. */
export const repeated = <T>(write: () => Promise<T>): Promise<T> =>
  retryWhileStoreIsDown({ clock: systemClock, forMs: 5000 }, write);

/** Creates and stores the key of a rotation, if the keys are still those that it was planned with. */
export async function rotate<T extends Planned>(
  operator: Acting,
  purpose: KeyPurpose,
  plan: (input: RotationInput) => T,
  detail: (planned: T) => NewAuditEntry['detail'],
): Promise<T> {
  const { store, environment, now, masterKey, signingToken, entry } = operator;
  const seen = await store.keys.list(purpose);
  const input = { purpose, records: seen, environment, master: masterKey(), now: now() };
  const token = await signingToken();
  const { made, isKept } = await makeAndKeep(
    token,
    input,
    (key) => plan({ ...input, made: key }),
    (planned) => {
      const { added, removedIds } = planned;
      const audit = entry(added.id, detail(planned));
      return repeated(() => store.keys.add(added, audit, { seen, removedIds }));
    },
  );
  if (!isKept) throw new RefusedError('the keys were changed at the same time: see "authly keys list", then try again');
  const removed = seen.filter(({ id }) => made.removedIds?.includes(id));
  await destroyRemoved(operator, removed, made.notice ?? '');
  return made;
}

/** The token that has this key; undefined: the store has it. Throws if the token cannot destroy it: one that lacks a key would not say so. */
export async function tokenOf(operator: Operator, key: KeyRecord): Promise<SigningToken | undefined> {
  const { environment, masterKey, signingToken } = operator;
  const keyId = sealedId(key.merchantId, key.id);
  const opened = unseal(masterKey(), { environment, purpose: key.purpose, keyId }, key.sealed);
  const isStored = keptIn(opened) === 'store';
  opened.fill(0);
  if (isStored) return undefined;
  const token = await signingToken();
  if (token === undefined) throw new SigningUnavailableError(noToken(key.id));
  await token.checkKeys([key.id]);
  return token;
}

/** Destroys what is left of keys that the store has removed: bytes in a write-ahead log, and objects in the token. An error must not hide the notice. */
export async function destroyRemoved(operator: Operator, keys: readonly KeyRecord[], notice = ''): Promise<void> {
  if (keys.length > 0) await operator.store.forgetErased();
  for (const key of keys)
    try {
      await (await tokenOf(operator, key))?.destroy(key.id);
    } catch (error) {
      const what = `key ${key.id} is removed, but not destroyed in the token: ${(error as Error).message}`;
      throw new RefusedError(what, undefined, `Destroy it with the tools of the token.\n\n${notice}`.trim());
    }
}

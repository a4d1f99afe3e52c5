import type { NewAuditEntry } from '../../audit/entry.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { KeyPurpose } from '../../config/key-purposes.ts';
import type { KeyChange, KeyRecord } from '../../keys/key-record.ts';
import type { RotationInput } from '../../keys/rotation.ts';
import { SigningUnavailableError } from '../../keys/key-signer.ts';
import { unseal } from '../../keys/seal.ts';
import { keptIn, makeAndKeep, noToken, type SigningToken } from '../../keys/signing-token.ts';
import { retryWhileStoreIsDown } from '../../lifecycle/retry-while-store-is-down.ts';
import type { Acting } from './action.ts';
import type { Operator } from './operator.ts';
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
  const inToken = removed.filter((key) => isInToken(operator, key)).map(({ id }) => id);
  if (removed.length > 0) await destroyRemoved({ store, token, notice: made.notice }, inToken);
  return made;
}

interface Destruction extends Pick<Operator, 'store'> {
  readonly token: SigningToken | undefined;
  /** An error must not hide it. */
  readonly notice?: string | null;
}

/** Of a key in the token, the row that a removal overwrites only names it. */
export function isInToken({ environment, masterKey }: Operator, { id, purpose, sealed }: KeyRecord): boolean {
  const opened = unseal(masterKey(), { environment, purpose, keyId: id }, sealed);
  const kept = keptIn(opened);
  opened.fill(0);
  return kept === 'pkcs11';
}

/** A token that does not have a key destroys it without an error. */
export async function requireInToken(token: SigningToken | undefined, keyIds: readonly string[]): Promise<void> {
  if (token === undefined && keyIds.length > 0) throw new SigningUnavailableError(noToken(keyIds[0]!));
  await token?.checkKeys(keyIds);
}

/** Destroys what is left of keys that the store has removed: bytes in a write-ahead log, and the objects of these keys in the token. */
export async function destroyRemoved({ store, token, notice }: Destruction, keyIds: readonly string[]): Promise<void> {
  await store.forgetErased();
  try {
    await requireInToken(token, keyIds);
    for (const id of keyIds) await token!.destroy(id);
  } catch (error) {
    const what = `key ${keyIds.join(', ')} is removed, but not destroyed in the token: ${(error as Error).message}`;
    throw new RefusedError(what, undefined, `Destroy it with the tools of the token.\n\n${notice ?? ''}`.trim());
  }
}

import type { NewAuditEntry } from '../audit/entry.ts';
import type { Environment } from '../runtime/environment.ts';
import type { MasterKey } from '../config/master-key.ts';
import { seal, SealError, unseal, type SealPurpose } from './seal.ts';
import { RefusedError } from '../runtime/refused-error.ts';

export interface Sealed {
  readonly purpose: SealPurpose;
  readonly keyId: string;
  readonly sealed: Uint8Array;
}

export interface SealedKeys {
  allSealed(): Promise<Sealed[]>;
  reseal(sealed: ReadonlyMap<string, Uint8Array>, entry?: NewAuditEntry): Promise<boolean>;
}

/** Keys are rarely added, so more attempts would not help. */
const ATTEMPTS = 3;

interface Rewrap {
  readonly environment: Environment;
  readonly from: MasterKey;
  readonly to: MasterKey;
}

/** Encrypts all keys with another master key in one transaction. Returns their number. */
export async function rewrapKeys(
  keys: SealedKeys,
  rewrap: Rewrap,
  entryOf?: (count: number) => NewAuditEntry,
): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const records = await keys.allSealed();
    const sealed = new Map(records.map((record) => [record.keyId, resealed(record, rewrap)]));
    if (await keys.reseal(sealed, entryOf?.(sealed.size))) return sealed.size;
  }
  throw new RefusedError(
    'nothing was changed: keys were added at the same time; try again when no rotation is in progress',
  );
}

function resealed({ keyId, purpose, sealed }: Sealed, { environment, from, to }: Rewrap): Uint8Array {
  const context = { environment, purpose, keyId };
  try {
    const plain = unseal(from, context, sealed);
    const sealedAgain = seal(to, context, plain);
    plain.fill(0);
    return sealedAgain;
  } catch (error) {
    if (error instanceof SealError) throw new RefusedError(`nothing was changed: ${error.message}`);
    throw error;
  }
}

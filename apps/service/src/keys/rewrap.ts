import type { NewAuditEntry } from '../audit/entry.ts';
import type { Environment } from '../config/environment.ts';
import type { MasterKey } from '../config/master-key.ts';
import type { SealPurpose } from './derive-key.ts';
import { seal, SealError, unseal } from './seal.ts';

/** Anything that lies in the store sealed. */
export interface Sealed {
  readonly id: string;
  readonly purpose: SealPurpose;
  /** What its seal is bound to. */
  readonly keyId: string;
  readonly sealed: Uint8Array;
}

/** What a rewrap needs of the store. */
export interface SealedKeys {
  allSealed(): Promise<Sealed[]>;
  /** One step: new seals for all of them, only if the set of ids is still the one that was sealed. */
  reseal(sealed: ReadonlyMap<string, Uint8Array>, entry?: NewAuditEntry): Promise<boolean>;
}

/** The keys are as they were; the message says why. */
export class RewrapRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(`nothing was changed: ${message}`, options);
    this.name = 'RewrapRefused';
  }
}

/** Keys are added a few times a year: to lose this often means that something adds them all the time. */
const ATTEMPTS = 3;

interface Rewrap {
  readonly environment: Environment;
  readonly from: MasterKey;
  readonly to: MasterKey;
}

/** Seals all keys anew under another master key, in one step. The keys themselves stay as they are. Returns how many. */
export async function rewrapKeys(
  keys: SealedKeys,
  rewrap: Rewrap,
  entryOf?: (count: number) => NewAuditEntry,
): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const records = await keys.allSealed();
    const sealed = new Map(records.map((record) => [record.id, sealAnew(record, rewrap)]));
    if (await keys.reseal(sealed, entryOf?.(sealed.size))) return sealed.size;
  }
  throw new RewrapRefused('keys were added all the while; try again when no rotation is going on');
}

function sealAnew({ keyId, purpose, sealed }: Sealed, { environment, from, to }: Rewrap): Uint8Array {
  const place = { environment, purpose, keyId };
  try {
    const plain = unseal(from, place, sealed);
    const anew = seal(to, place, plain);
    plain.fill(0);
    return anew;
  } catch (error) {
    if (error instanceof SealError) throw new RewrapRefused(error.message, { cause: error });
    throw error;
  }
}

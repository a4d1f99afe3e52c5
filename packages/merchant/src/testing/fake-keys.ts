import type { SigningKey } from '@authly/contract/operations/list-signing-keys';
import { createServiceKey, type ServiceKey } from './service-key.ts';

/** The published list, and the key that signs now. */
export interface FakeKeys {
  readonly active: ServiceKey;
  list(): SigningKey[];
  /** A scheduled rotation: a new active key, the old one published as retiring. Returns the old one. */
  rotate(): Promise<ServiceKey>;
  /** The end of a rotation, or an emergency: the key is no longer published. */
  remove(keyId: string): void;
}

export async function createFakeKeys(): Promise<FakeKeys> {
  let active = await createServiceKey();
  let published = new Map<string, SigningKey>([[active.keyId, active.published('active')]]);
  return {
    get active() {
      return active;
    },
    list: () => [...published.values()],
    async rotate() {
      const old = active;
      active = await createServiceKey();
      published = new Map(published)
        .set(old.keyId, old.published('retiring'))
        .set(active.keyId, active.published('active'));
      return old;
    },
    remove(keyId) {
      published.delete(keyId);
    },
  };
}

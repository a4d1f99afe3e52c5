/** A storage of the browser that never throws. If it is full or forbidden, values are kept while the page is open. */
export interface PageStorage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** `storage` is a function because browsers that forbid a storage throw when it is accessed. */
export function safeStorage(storage: () => Pick<Storage, 'getItem' | 'setItem'>): PageStorage {
  const notStored = new Map<string, string>();
  return {
    get(key) {
      try {
        return notStored.get(key) ?? storage().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(key, value) {
      try {
        storage().setItem(key, value);
        notStored.delete(key);
      } catch {
        notStored.set(key, value);
      }
    },
  };
}

export const tabStorage = safeStorage(() => sessionStorage);
export const deviceStorage = safeStorage(() => localStorage);

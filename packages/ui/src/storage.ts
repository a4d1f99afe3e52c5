/** A storage of the browser that never throws. It may be full or forbidden: the page then works without it. */
export interface PageStorage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** `storage` is a function because browsers that forbid a storage throw when it is accessed. */
export const safeStorage = (storage: () => Pick<Storage, 'getItem' | 'setItem'>): PageStorage => ({
  get(key) {
    try {
      return storage().getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set(key, value) {
    try {
      storage().setItem(key, value);
    } catch {}
  },
});

export const tabStorage = safeStorage(() => sessionStorage);
export const deviceStorage = safeStorage(() => localStorage);

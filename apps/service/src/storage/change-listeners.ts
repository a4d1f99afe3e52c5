export type ChangeListener = (sessionId: string) => void;

export interface ChangeListeners {
  readonly size: number;
  add(listener: ChangeListener): () => void;
  emit(sessionId: string): void;
}

/** An error of a listener is reported: it must not fail a move that is already stored. */
export function changeListeners(onError: (error: unknown) => void): ChangeListeners {
  // Each subscription is an entry of its own, so that one function may listen twice.
  const entries = new Set<{ listener: ChangeListener }>();
  return {
    get size() {
      return entries.size;
    },
    add(listener) {
      const entry = { listener };
      entries.add(entry);
      return () => void entries.delete(entry);
    },
    emit(sessionId) {
      // A copy: a listener that is added meanwhile waits for the next change.
      for (const { listener } of Array.from(entries)) {
        try {
          listener(sessionId);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}

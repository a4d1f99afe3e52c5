export type ChangeListener = (sessionId: string) => void;

/** A listener's error is reported: it must not fail a move that is already stored. */
export function changeListeners(onError: (error: unknown) => void) {
  // One function may subscribe twice.
  const entries = new Set<{ listener: ChangeListener }>();
  return {
    get size() {
      return entries.size;
    },
    add(listener: ChangeListener): () => void {
      const entry = { listener };
      entries.add(entry);
      return () => void entries.delete(entry);
    },
    emit(sessionId: string): void {
      // Iterates over a copy: a listener added during the loop waits for the next change.
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

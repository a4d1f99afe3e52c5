import type { Move } from '../session/move.ts';
import type { Store } from '../storage/store.ts';

/** The same store, telling of each move that this process made: for metrics. */
export function observeMoves(store: Store, onMove: (move: Move) => void): Store {
  return {
    ...store,
    sessions: {
      ...store.sessions,
      async move(move) {
        const moved = await store.sessions.move(move);
        if (moved) onMove(move);
        return moved;
      },
    },
  };
}

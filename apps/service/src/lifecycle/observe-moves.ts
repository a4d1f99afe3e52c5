import type { Move } from '../session/move.ts';
import type { Session } from '../session/session.ts';
import type { Store } from '../storage/store.ts';

/** The same store, telling of each move and creation that this process made: for metrics. */
export function observeMoves(
  store: Store,
  onMove: (move: Move) => void,
  onCreated?: (session: Session) => void,
): Store {
  return {
    ...store,
    sessions: {
      ...store.sessions,
      async create(session, claim) {
        const creation = await store.sessions.create(session, claim);
        if (creation.outcome === 'created') onCreated?.(session);
        return creation;
      },
      async move(move) {
        const moved = await store.sessions.move(move);
        if (moved) onMove(move);
        return moved;
      },
    },
  };
}

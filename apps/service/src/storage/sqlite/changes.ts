import { changeListeners, type ChangeListener } from '../change-listeners.ts';
import type { Database } from './database.ts';

const POLL_MS = 200;
/** Changes kept for other processes: far more than happen between two polls. */
const KEPT = 4096;
const TRIM_EVERY = 256;

export interface Changes {
  /** Call it inside the transaction. Returns the number of the change. */
  record(sessionId: string): number;
  /** Call it after the transaction. */
  announce(seq: number, sessionId: string): void;
  subscribe(listener: ChangeListener): () => void;
  close(): void;
}

/** SQLite has no notifications. `data_version` shows that another connection wrote; then the new rows are read. */
export function sessionChanges(db: Database, onError: (error: unknown) => void): Changes {
  const listeners = changeListeners(onError);
  let timer: NodeJS.Timeout | undefined;
  let seen = 0;
  let version = 0;
  /** Changes of this process that follow unread changes of others. */
  const announced = new Set<number>();

  const dataVersion = (): number => db.sql('PRAGMA data_version').get()!['data_version'] as number;

  function start(): void {
    version = dataVersion();
    seen = (db.sql('SELECT max(seq) AS seq FROM session_changes').get()!['seq'] as number | null) ?? 0;
    announced.clear();
    timer = setInterval(poll, POLL_MS).unref();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function poll(): void {
    try {
      const current = dataVersion();
      if (current === version) return;
      const rows = db.sql('SELECT seq, session_id FROM session_changes WHERE seq > ? ORDER BY seq').all(seen);
      version = current;
      for (const row of rows) {
        seen = row['seq'] as number;
        if (!announced.delete(seen)) listeners.emit(row['session_id'] as string);
      }
    } catch (error) {
      onError(error);
    }
  }

  return {
    record(sessionId) {
      const seq = Number(db.sql('INSERT INTO session_changes (session_id) VALUES (?)').run(sessionId).lastInsertRowid);
      if (seq % TRIM_EVERY === 0) db.sql('DELETE FROM session_changes WHERE seq <= ?').run(seq - KEPT);
      return seq;
    },
    announce(seq, sessionId) {
      if (timer === undefined) return;
      if (seq === seen + 1) seen = seq;
      else announced.add(seq);
      listeners.emit(sessionId);
    },
    subscribe(listener) {
      if (timer === undefined) start();
      const remove = listeners.add(listener);
      return () => {
        remove();
        if (listeners.size === 0) stop();
      };
    },
    close: stop,
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { Order } from './wire.ts';

const SHOWN = 3;

/** The shop's own table of orders: whether one is paid stands here, and nowhere in a browser. */
export function shopOrders(db: DatabaseSync) {
  db.exec(
    'CREATE TABLE IF NOT EXISTS shop_orders (number INTEGER PRIMARY KEY, session_id TEXT NOT NULL UNIQUE, ref TEXT NOT NULL, at TEXT NOT NULL, paid INTEGER) STRICT',
  );
  const insert = db.prepare('INSERT INTO shop_orders (session_id, ref, at) VALUES (?, ?, ?)');
  const settle = db.prepare('UPDATE shop_orders SET paid = ? WHERE session_id = ? AND ref = ? AND paid IS NULL');
  const list = db.prepare('SELECT number, at, paid FROM shop_orders WHERE ref = ? ORDER BY number DESC LIMIT ?');
  return {
    begin: (ref: string, sessionId: string): void => void insert.run(sessionId, ref, new Date().toISOString()),
    settle: (ref: string, sessionId: string, paid: boolean): void => void settle.run(Number(paid), sessionId, ref),
    latest: (ref: string): Order[] =>
      list
        .all(ref, SHOWN)
        .map(({ number, at, paid }) => ({ number, at, paid: paid === null ? null : paid === 1 }) as Order),
  };
}

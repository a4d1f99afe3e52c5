import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Order } from './wire.ts';

const ATTEMPTS = 5;
const AT_MOST = 100;

/** Whether an order is paid is stored here only, never in a browser. */
export function shopOrders(db: DatabaseSync) {
  db.exec(
    'CREATE TABLE IF NOT EXISTS shop_orders (number INTEGER PRIMARY KEY, session_id TEXT NOT NULL UNIQUE, ref TEXT NOT NULL, at TEXT NOT NULL, paid INTEGER) STRICT',
  );
  const insert = db.prepare('INSERT INTO shop_orders (session_id, ref, at) VALUES (?, ?, ?)');
  const settle = db.prepare(
    'UPDATE shop_orders SET paid = ?, at = ? WHERE session_id = ? AND ref = ? AND paid IS NULL',
  );
  const columns = 'SELECT number, at, paid, session_id FROM shop_orders WHERE ref = ?';
  const list = db.prepare(
    `${columns} AND (paid = 1 OR number IN (SELECT number FROM shop_orders WHERE ref = ? ORDER BY number DESC LIMIT ${ATTEMPTS})) ORDER BY number DESC LIMIT ${AT_MOST}`,
  );
  const one = db.prepare(`${columns} AND session_id = ?`);
  const now = (): string => new Date().toISOString();
  const begin = (ref: string, sessionId: string): void => void insert.run(sessionId, ref, now());
  const pay = (ref: string, sessionId: string, paid: boolean): void =>
    void settle.run(Number(paid), now(), sessionId, ref);
  const find = (ref: string, sessionId: string): Order | undefined => {
    const row = one.get(ref, sessionId);
    return row && orderOf(row);
  };
  return {
    begin,
    settle: pay,
    find,
    latest: (ref: string): Order[] => list.all(ref, ref).map(orderOf),
    /** The demo takes no card: the order counts as paid. */
    payByCard(ref: string): Order {
      const id = `${CARD}${randomUUID()}`;
      begin(ref, id);
      pay(ref, id, true);
      return find(ref, id)!;
    },
  };
}

const CARD = 'card-';

const orderOf = ({ number, at, paid, session_id }: Record<string, unknown>): Order =>
  ({
    number,
    at,
    paid: paid === null ? null : paid === 1,
    by: (session_id as string).startsWith(CARD) ? 'card' : 'finger',
  }) as Order;

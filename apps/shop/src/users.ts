import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export const USER_NAMES = ['A', 'B'] as const;
export type UserName = (typeof USER_NAMES)[number];

export interface User {
  readonly name: UserName;
  /** What Authly knows a user by: a random id that says nothing about the person. */
  readonly ref: string;
  /** The finger that the last enrollment's result named: later verifications must ask for this one. */
  readonly finger: string | null;
}

/** The shop's own table of users, in the same file as its enrollments. */
export function shopUsers(db: DatabaseSync) {
  db.exec('CREATE TABLE IF NOT EXISTS shop_users (name TEXT PRIMARY KEY, ref TEXT NOT NULL, finger TEXT) STRICT');
  for (const name of USER_NAMES)
    db.prepare('INSERT INTO shop_users (name, ref) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, randomUUID());
  const find = db.prepare('SELECT name, ref, finger FROM shop_users WHERE name = ?');
  const findByRef = db.prepare('SELECT name, ref, finger FROM shop_users WHERE ref = ?');
  const setFinger = db.prepare('UPDATE shop_users SET finger = ? WHERE ref = ?');
  return {
    find: (name: UserName): User => find.get(name) as unknown as User,
    findByRef: (ref: string): User | undefined => findByRef.get(ref) as unknown as User | undefined,
    enrolled: (ref: string, finger: string): void => void setFinger.run(finger, ref),
  };
}

export type ShopUsers = ReturnType<typeof shopUsers>;

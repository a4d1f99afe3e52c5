import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

const USER_NAMES = ['A', 'B'] as const;
type UserName = (typeof USER_NAMES)[number];

export interface User {
  readonly name: UserName;
  readonly ref: string;
  readonly finger: string | null;
}

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
    removed: (ref: string): void => void setFinger.run(null, ref),
  };
}

export type ShopUsers = ReturnType<typeof shopUsers>;

const COOKIE = 'shop_session';
const MAX_SIGNED_IN = 1000;

/** A demo: choosing a name signs in. */
export function signIn(users: ShopUsers) {
  const signedIn = new Map<string, UserName>();
  return {
    userOf(request: Request): User | undefined {
      const token = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.get('cookie') ?? '')?.[1];
      const name = token === undefined ? undefined : signedIn.get(token);
      return name && users.find(name);
    },
    begin(name: unknown): string | undefined {
      if (!(USER_NAMES as readonly unknown[]).includes(name)) return undefined;
      const token = randomBytes(18).toString('base64url');
      if (signedIn.size >= MAX_SIGNED_IN) signedIn.delete(signedIn.keys().next().value!);
      signedIn.set(token, name as UserName);
      return `${COOKIE}=${token}; Path=/; HttpOnly; Secure; SameSite=Strict`;
    },
  };
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { ErasableEnrollments, Finger } from '@authly/merchant';

export interface Account {
  readonly name: string;
  /** The subject of ID tokens. */
  readonly sub: string;
  /** The user reference of the enrollment. Each enrollment has its own, so that an unfinished one changes nothing. */
  readonly ref: string | null;
  readonly finger: Finger | null;
}

const INVITATION_MS = 24 * 60 * 60_000;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,127}$/u;

export const isName = (text: string): boolean => NAME.test(text.normalize('NFC'));
const nameOf = (text: string): string => text.normalize('NFC').toLowerCase();
const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

export type Accounts = ReturnType<typeof openAccounts>;

/** Names, subjects and fingers. Whatever else is known about a person belongs to the relying party. */
export function openAccounts(db: DatabaseSync, enrollments: ErasableEnrollments) {
  db.exec(
    'CREATE TABLE IF NOT EXISTS accounts (name TEXT PRIMARY KEY, sub TEXT NOT NULL UNIQUE, ref TEXT, finger TEXT, invitation TEXT, invited_until INTEGER) STRICT',
  );
  const columns = 'SELECT name, sub, ref, finger FROM accounts WHERE';
  const byName = db.prepare(`${columns} name = ?`);
  const bySub = db.prepare(`${columns} sub = ?`);
  const invited = db.prepare(`${columns} name = ? AND invitation = ? AND invited_until > ?`);
  const invite = db.prepare(
    'INSERT INTO accounts (name, sub, invitation, invited_until) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET ref = NULL, finger = NULL, invitation = excluded.invitation, invited_until = excluded.invited_until',
  );
  const enroll = db.prepare(
    'UPDATE accounts SET ref = ?, finger = ?, invitation = NULL WHERE name = ? AND invitation = ? AND invited_until > ?',
  );
  const remove = db.prepare('DELETE FROM accounts WHERE name = ?');

  const find = (name: string): Account | undefined => byName.get(nameOf(name)) as unknown as Account | undefined;
  const eraseFinger = async (name: string): Promise<void> => {
    const { ref } = find(name) ?? {};
    if (ref) await enrollments.erase(ref);
  };
  return {
    find,
    findBySub: (sub: string): Account | undefined => bySub.get(sub) as unknown as Account | undefined,
    isInvited: (name: string, code: string): boolean =>
      invited.get(nameOf(name), hashOf(code), Date.now()) !== undefined,

    /** Returns a code that enrolls one finger. An earlier finger of the name signs in no longer. */
    async invite(name: string): Promise<string> {
      if (!isName(name)) throw new Error(`${JSON.stringify(name)} is no name: use letters, digits and ._@+-`);
      await eraseFinger(name);
      const code = randomBytes(15).toString('base64url');
      invite.run(nameOf(name), randomUUID(), hashOf(code), Date.now() + INVITATION_MS);
      return code;
    },

    /** Returns false if the invitation was used or replaced meanwhile. */
    enrolled: (name: string, code: string, { ref, finger }: { ref: string; finger: Finger }): boolean =>
      enroll.run(ref, finger, nameOf(name), hashOf(code), Date.now()).changes === 1,

    async remove(name: string): Promise<boolean> {
      await eraseFinger(name);
      return remove.run(nameOf(name)).changes === 1;
    },
  };
}

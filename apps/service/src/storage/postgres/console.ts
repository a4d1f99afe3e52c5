import { LINK_COLUMNS, SIGN_IN_COLUMNS, linkOf, linkValues, signedInBy, signInOf, signInValues } from '../rows.ts';
import type { ConsoleSignIn, ConsoleStore } from '../store.ts';
import { change, noted } from './audit.ts';
import type { Database, Query } from './database.ts';

const SIGN_INS = `SELECT ${SIGN_IN_COLUMNS.join(', ')} FROM console_sign_ins`;
const ADD_LINK = `INSERT INTO console_links (${LINK_COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4)`;
// Whoever deletes it has it: another that waited for the row then finds none.
const TAKE_LINK = `DELETE FROM console_links WHERE hash = $1 RETURNING ${LINK_COLUMNS.join(', ')}`;
const BEGIN = `INSERT INTO console_sign_ins (${SIGN_IN_COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6)`;
const USED = 'UPDATE console_sign_ins SET used_at = greatest(used_at, $1) WHERE hash = $2';
const ERASE_LINKS =
  'DELETE FROM console_links WHERE hash IN (SELECT hash FROM console_links WHERE expires_at <= $1 LIMIT $2)';
const ERASE_SIGN_INS =
  'DELETE FROM console_sign_ins WHERE hash IN (SELECT hash FROM console_sign_ins WHERE began_at < $1 OR used_at < $2 LIMIT $3)';

export function postgresConsole(db: Database): ConsoleStore {
  const begin = async (query: Query, signIn: ConsoleSignIn): Promise<boolean> =>
    (await query({ text: BEGIN }, signInValues(signIn))).count === 1;
  return {
    addLink: async (link, act) =>
      void (await change(db, act, async (query) => (await query({ text: ADD_LINK }, linkValues(link))).count === 1)),
    redeem: (linkHash, signIn, act) =>
      db.transaction(async (query) => {
        const row = (await query({ text: TAKE_LINK }, [linkHash])).rows[0];
        const link = row === undefined ? undefined : linkOf(row);
        if (link === undefined || link.expiresAt <= signIn.beganAt) return undefined;
        const begun = signedInBy(link, signIn);
        await noted(query, await begin(query, begun), act?.(link));
        return begun;
      }),
    begin: async (signIn, act) => void (await change(db, act, (query) => begin(query, signIn))),
    find: async (hash) => {
      const row = (await db.query({ name: 'sign-in', text: `${SIGN_INS} WHERE hash = $1` }, [hash])).rows[0];
      return row === undefined ? undefined : signInOf(row);
    },
    list: async () => (await db.query({ text: `${SIGN_INS} ORDER BY began_at DESC, id` })).rows.map(signInOf),
    used: async (hash, at) => void (await db.query({ text: USED }, [at, hash])),
    end: (id, act) =>
      change(
        db,
        act,
        async (query) => (await query({ text: 'DELETE FROM console_sign_ins WHERE id = $1' }, [id])).count === 1,
      ),
    erase: async ({ linksOver, began, used }, limit) => {
      const links = (await db.query({ text: ERASE_LINKS }, [linksOver, limit])).count;
      return links + (await db.query({ text: ERASE_SIGN_INS }, [began, used, limit])).count;
    },
  };
}

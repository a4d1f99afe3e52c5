import { LINK_COLUMNS, SIGN_IN_COLUMNS, linkOf, linkValues, signedInBy, signInOf, signInValues } from '../rows.ts';
import type { ConsoleSignIn, ConsoleStore } from '../store.ts';
import { change, noted } from './audit.ts';
import type { Database } from './database.ts';

const SIGN_INS = `SELECT ${SIGN_IN_COLUMNS.join(', ')} FROM console_sign_ins`;
const ADD_LINK = `INSERT INTO console_links (${LINK_COLUMNS.join(', ')}) VALUES (?, ?, ?, ?)`;
const TAKE_LINK = `DELETE FROM console_links WHERE hash = ? RETURNING ${LINK_COLUMNS.join(', ')}`;
const BEGIN = `INSERT INTO console_sign_ins (${SIGN_IN_COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?, ?)`;
const USED = 'UPDATE console_sign_ins SET used_at = max(used_at, ?) WHERE hash = ?';
const ERASE_LINKS =
  'DELETE FROM console_links WHERE hash IN (SELECT hash FROM console_links WHERE expires_at <= ? LIMIT ?)';
const ERASE_SIGN_INS =
  'DELETE FROM console_sign_ins WHERE hash IN (SELECT hash FROM console_sign_ins WHERE began_at < ? OR used_at < ? LIMIT ?)';

export function sqliteConsole(db: Database): ConsoleStore {
  const begin = (signIn: ConsoleSignIn): boolean => db.sql(BEGIN).run(...signInValues(signIn)).changes === 1;
  return {
    addLink: async (link, act) =>
      void (await change(db, act, () => db.sql(ADD_LINK).run(...linkValues(link)).changes === 1)),
    redeem: (linkHash, signIn, act) =>
      db.answerAtomically(() => {
        const row = db.sql(TAKE_LINK).get(linkHash);
        const link = row === undefined ? undefined : linkOf(row);
        if (link === undefined || link.expiresAt <= signIn.beganAt) return undefined;
        const begun = signedInBy(link, signIn);
        noted(db, begin(begun), act?.(link));
        return begun;
      }),
    begin: async (signIn, act) => void (await change(db, act, () => begin(signIn))),
    find: (hash) =>
      db.answer(() => {
        const row = db.sql(`${SIGN_INS} WHERE hash = ?`).get(hash);
        return row === undefined ? undefined : signInOf(row);
      }),
    list: () => db.answer(() => db.sql(`${SIGN_INS} ORDER BY began_at DESC, id`).all().map(signInOf)),
    used: (hash, at) => db.answer(() => void db.sql(USED).run(at, hash)),
    end: (id, act) => change(db, act, () => db.sql('DELETE FROM console_sign_ins WHERE id = ?').run(id).changes === 1),
    erase: ({ linksOver, began, used }, limit) =>
      db.answerAtomically(() => {
        const links = db.sql(ERASE_LINKS).run(linksOver, limit).changes;
        return Number(links) + Number(db.sql(ERASE_SIGN_INS).run(began, used, limit).changes);
      }),
  };
}

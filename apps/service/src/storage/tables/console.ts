import type { ConsoleLink, ConsoleSignIn, ConsoleStore } from '../port/store.ts';
import { appendEntry, change } from './audit.ts';
import { changesOne, recordOf, run, type Tables, type Work } from './table-access.ts';

const LINK = recordOf<ConsoleLink>('console_links', ['hash', 'role', 'merchantId', 'actor', 'expiresAt']);
const SIGN_IN = recordOf<ConsoleSignIn>('console_sign_ins', [
  'hash',
  'id',
  'role',
  'merchantId',
  'actor',
  'beganAt',
  'usedAt',
]);
// Only one of two concurrent calls gets the row.
const TAKE_LINK = `DELETE FROM console_links WHERE hash = $1 RETURNING ${LINK.columns.join(', ')}`;
const ERASE_LINKS =
  'DELETE FROM console_links WHERE hash IN (SELECT hash FROM console_links WHERE expires_at <= $1 LIMIT $2)';
const ERASE_SIGN_INS =
  'DELETE FROM console_sign_ins WHERE hash IN (SELECT hash FROM console_sign_ins WHERE began_at < $1 OR used_at < $2 LIMIT $3)';

/** Ends the sign-ins and links of a merchant. Returns their number. */
export function* endAccess(merchantId: string): Work<number> {
  const ended = yield* run('DELETE FROM console_sign_ins WHERE merchant_id = $1', [merchantId]);
  return ended.count + (yield* run('DELETE FROM console_links WHERE merchant_id = $1', [merchantId])).count;
}

export const consoleTable = (tables: Tables): ConsoleStore => ({
  addLink: async (link, entry) =>
    void (await change(tables, entry, () => changesOne(LINK.insert, LINK.valuesOf(link)))),
  redeem: (linkHash, signIn, entry) =>
    tables.transaction(function* () {
      const link = (yield* run(TAKE_LINK, [linkHash])).rows.map(LINK.read)[0];
      if (link === undefined || link.expiresAt <= signIn.beganAt) return undefined;
      const { role, merchantId, actor } = link;
      const begun = { ...signIn, role, merchantId, actor, usedAt: signIn.beganAt };
      yield* run(SIGN_IN.insert, SIGN_IN.valuesOf(begun));
      if (entry !== undefined) yield* appendEntry(entry(link));
      return begun;
    }),
  begin: async (signIn, entry) =>
    void (await change(tables, entry, () => changesOne(SIGN_IN.insert, SIGN_IN.valuesOf(signIn)))),
  find: async (hash) =>
    (await tables.query(`${SIGN_IN.select} WHERE hash = $1`, [hash], 'sign-in')).rows.map(SIGN_IN.read)[0],
  list: async () => (await tables.query(`${SIGN_IN.select} ORDER BY began_at DESC, id`)).rows.map(SIGN_IN.read),
  used: async (hash, at) =>
    void (await tables.write('UPDATE console_sign_ins SET used_at = $1 WHERE hash = $2 AND used_at < $1', [at, hash])),
  end: (id, entry) => change(tables, entry, () => changesOne('DELETE FROM console_sign_ins WHERE id = $1', [id])),
  endOfMerchant: (merchantId, entry) =>
    change(tables, entry, function* () {
      return (yield* endAccess(merchantId)) > 0;
    }),
  links: async () => (await tables.query(`${LINK.select} ORDER BY expires_at DESC, hash`)).rows.map(LINK.read),
  erase: async ({ linksOver, began, used }, limit) => {
    const links = await tables.write(ERASE_LINKS, [linksOver, limit]);
    return links.count + (await tables.write(ERASE_SIGN_INS, [began, used, limit])).count;
  },
});

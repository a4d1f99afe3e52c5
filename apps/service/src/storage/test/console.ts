import { expect, it } from 'vitest';
import type { NewAuditEntry } from '../../audit/entry.ts';
import type { ConsoleLink, ConsoleSignIn } from '../port/store.ts';
import { MINUTE, NOW } from './samples.ts';
import type { Fixture } from './fixture.ts';

const LINK: ConsoleLink = {
  hash: 'link',
  role: 'admin',
  merchantId: null,
  actor: 'console:ada',
  expiresAt: NOW + 10 * MINUTE,
};
const signIn = (id: string, more: Partial<ConsoleSignIn> = {}): ConsoleSignIn => ({
  id,
  hash: `hash of ${id}`,
  role: 'read',
  merchantId: null,
  actor: 'console:bob',
  beganAt: NOW,
  usedAt: NOW,
  ...more,
});
const did = (action: string): NewAuditEntry => ({ at: NOW, actor: 'console:ada', action, subject: 'x', detail: {} });

export function consoleAccess(fixture: () => Fixture): void {
  it('of twenty concurrent uses of a link on two processes one signs in as the operator of the link, with one audit entry', async () => {
    const { store, other } = fixture();
    await store.console.addLink(LINK, did('console.link'));
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? store : other).console.redeem('link', { id: `s${i}`, hash: `h${i}`, beganAt: NOW + 1 }, () =>
          did('console.login'),
        ),
      ),
    );
    const begun = all.filter((each) => each !== undefined);
    expect(begun).toEqual([
      expect.objectContaining({ role: 'admin', merchantId: null, actor: 'console:ada', usedAt: NOW + 1 }),
    ]);
    expect(await other.console.find(begun[0]!.hash)).toEqual(begun[0]);
    expect((await store.audit.list(9)).map(({ action }) => action)).toEqual(['console.login', 'console.link']);
  });

  it('an expired link signs nobody in, and is used up', async () => {
    const { store } = fixture();
    await store.console.addLink(LINK);
    const at = (beganAt: number) => store.console.redeem('link', { id: 's', hash: 'h', beganAt });
    expect(await at(LINK.expiresAt)).toBeUndefined();
    expect(await at(NOW)).toBeUndefined();
    expect(await store.console.list()).toEqual([]);
  });

  it('sign-ins are listed newest first and end once, in every process', async () => {
    const { store, other } = fixture();
    await store.console.begin(signIn('a'), did('console.login'));
    await other.console.begin(signIn('b', { beganAt: NOW + 1 }));
    expect((await store.console.list()).map(({ id }) => id)).toEqual(['b', 'a']);
    expect([
      await other.console.end('a', did('console.logout')),
      await store.console.end('a', did('console.logout')),
    ]).toEqual([true, false]);
    expect(await store.console.find('hash of a')).toBeUndefined();
    expect((await store.audit.list(9)).map(({ action }) => action)).toEqual(['console.logout', 'console.login']);
  });

  it('keeps the latest use, in any write order', async () => {
    const { store, other } = fixture();
    await store.console.begin(signIn('a'));
    await other.console.used('hash of a', NOW + 5);
    await store.console.used('hash of a', NOW + 3);
    expect((await store.console.find('hash of a'))!.usedAt).toBe(NOW + 5);
  });

  it('erases expired links and old or unused sign-ins, and nothing else', async () => {
    const { store } = fixture();
    await store.console.addLink(LINK);
    await store.console.addLink({ ...LINK, hash: 'next', expiresAt: LINK.expiresAt + 1 });
    await store.console.begin(signIn('old', { beganAt: NOW - 2 * MINUTE }));
    await store.console.begin(signIn('unused', { usedAt: NOW - MINUTE - 1 }));
    await store.console.begin(signIn('good'));
    const before = { linksOver: LINK.expiresAt, began: NOW - MINUTE, used: NOW - MINUTE };
    expect([await store.console.erase(before, 9), await store.console.erase(before, 9)]).toEqual([3, 0]);
    expect((await store.console.list()).map(({ id }) => id)).toEqual(['good']);
    expect(await store.console.redeem('next', { id: 's', hash: 'h', beganAt: NOW })).toBeDefined();
  });
}

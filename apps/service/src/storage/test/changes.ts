import { expect, it, vi } from 'vitest';
import { CLAIM_BY_QR, moveOf, sampleSession, walked } from './samples.ts';
import type { Fixture } from './fixture.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../port/store.ts';

/** Collects the change notifications of a store, and waits for a number of them. */
function heard(store: Store) {
  const notices: string[] = [];
  const stop = store.sessions.onChange((id) => void notices.push(id));
  return {
    notices,
    stop,
    until: (count: number) =>
      vi.waitFor(() => expect(notices.length).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 5 }),
  };
}

/** An opened session whose notification has reached every process. */
async function openedSession({ store, other }: Fixture) {
  const there = heard(other);
  const session = await walked(store, [{ event: 'open' }]);
  await there.until(1);
  there.stop();
  return session;
}

export function changes(fixture: () => Fixture): void {
  it('a move and a checked number are announced in the process that made them and in another, once each', async () => {
    const { store, other } = fixture();
    const session = await openedSession(fixture());
    const [here, there] = [heard(store), heard(other)];
    await store.sessions.move(moveOf(session, CLAIM_BY_QR));
    expect(here.notices).toEqual([session.id]);
    await there.until(1);
    await store.sessions.checkNumber(session.id, '07');
    expect(here.notices).toEqual([session.id, session.id]);
    await there.until(2);
    for (const { notices } of [here, there]) expect(notices).toEqual([session.id, session.id]);
  });

  it('concurrent changes of two processes are announced once each in both', async () => {
    const { store, other } = fixture();
    const [first, second] = [await walked(store, []), await walked(store, [])];
    const [here, there] = [heard(store), heard(other)];
    await other.sessions.move(moveOf(first, { event: 'open' }));
    await store.sessions.move(moveOf(second, { event: 'open' }));
    await Promise.all([here.until(2), there.until(2)]);
    expect(here.notices.toSorted()).toEqual([first.id, second.id].toSorted());
    expect(there.notices.toSorted()).toEqual([first.id, second.id].toSorted());
  });

  it('a creation and a failed move are not announced', async () => {
    const { store, other } = fixture();
    const session = await openedSession(fixture());
    const cancel = moveOf(session, { event: 'cancel' });
    const [here, there] = [heard(store), heard(other)];
    await store.sessions.create(sampleSession());
    await store.sessions.move(cancel);
    await store.sessions.move(cancel);
    await there.until(1);
    expect(there.notices).toEqual([session.id]);
    expect(here.notices).toEqual([session.id]);
  });

  it('an unsubscribed listener is not called, and others still are', async () => {
    const { store } = fixture();
    const session = await walked(store, []);
    const [one, two] = [heard(store), heard(store)];
    one.stop();
    one.stop();
    await store.sessions.move(moveOf(session, { event: 'open' }));
    expect(one.notices).toEqual([]);
    expect(two.notices).toEqual([session.id]);
  });

  it('the start of a process announces nothing', async () => {
    const { store, other, database } = fixture();
    const [here, there] = [heard(store), heard(other)];
    await (await openStore(database.options)).close();
    const session = await walked(store, [{ event: 'open' }]);
    await there.until(1);
    expect([new Set(here.notices), new Set(there.notices)]).toEqual([new Set([session.id]), new Set([session.id])]);
  });

  it('an error of a listener neither fails the move nor stops the next listener', async () => {
    const { store } = fixture();
    const session = await walked(store, []);
    store.sessions.onChange(() => {
      throw new Error('a fault of the listener');
    });
    const next = heard(store);
    expect(await store.sessions.move(moveOf(session, { event: 'open' }))).toBe(true);
    expect(next.notices).toEqual([session.id]);
  });
}

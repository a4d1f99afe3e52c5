import { SESSION_STATES } from '@authly/contract/wire/states';
import { expect, it } from 'vitest';
import type { SessionInput } from '../../session/move.ts';
import { CALLBACK, CLAIM_BY_BUTTON, CLAIM_BY_QR, MINUTE, NOW, moveOf, walked } from './samples.ts';
import type { Fixture } from './fixture.ts';

const OPEN: SessionInput = { event: 'open' };
const CANCEL: SessionInput = { event: 'cancel', reason: 'user_closed' };
/** The events to each state of the contract. */
const WALKS: Record<(typeof SESSION_STATES)[number], readonly SessionInput[]> = {
  created: [],
  opened: [OPEN],
  app_launched: [OPEN, CLAIM_BY_BUTTON],
  callback_received: [OPEN, CLAIM_BY_BUTTON, CALLBACK],
  processing: [OPEN, CLAIM_BY_BUTTON, CALLBACK, { event: 'process' }],
  succeeded: [
    OPEN,
    CLAIM_BY_BUTTON,
    CALLBACK,
    { event: 'process' },
    { event: 'succeed', outcome: { matched: false, payload: { finger: 'LM' } } },
  ],
  failed: [OPEN, CLAIM_BY_BUTTON, { event: 'app_failure', failureCode: 'user_declined' }],
  expired: [{ event: 'expire' }],
  canceled: [OPEN, CANCEL],
};

export function moves(fixture: () => Fixture): void {
  it.each(SESSION_STATES)('a session moved to %s is returned so, with one event for each move', async (status) => {
    const { store, other } = fixture();
    const session = await walked(store, WALKS[status]);
    expect(session.status).toBe(status);
    expect(await other.sessions.find(session.id)).toStrictEqual(session);
    const events = await other.sessions.events(session.id);
    expect(events.map(({ event }) => event)).toEqual(['create', ...WALKS[status].map(({ event }) => event)]);
    expect(events.at(-1)).toMatchObject({ to: status, at: NOW });
    for (const [i, event] of events.slice(1).entries()) expect(event.from).toBe(events[i]!.to);
  });

  it('distinguishes matched true, matched false and an enrollment, with and without a device', async () => {
    const { store } = fixture();
    const payload = { finger: 'RM' };
    const outcomes = [
      { matched: true, payload },
      { matched: false, device: 'bound' as const, payload },
      { matched: null, device: 'unbound' as const, payload },
    ];
    for (const outcome of outcomes) {
      const session = await walked(store, [...WALKS.processing, { event: 'succeed', outcome }]);
      expect((await store.sessions.find(session.id))!.outcome).toStrictEqual(outcome);
    }
  });

  it('a move of an unknown session fails', async () => {
    const { store } = fixture();
    const session = await walked(store, [OPEN]);
    expect(await store.sessions.move({ ...moveOf(session, CANCEL), sessionId: 'ses_unknown' })).toBe(false);
    expect(await store.sessions.events('ses_unknown')).toEqual([]);
  });

  it('a join is confirmed by its number, and only while the app has joined', async () => {
    const { store, other } = fixture();
    const opened = await walked(store, [OPEN]);
    await store.sessions.checkNumber(opened.id, '07');
    await store.sessions.move(moveOf(opened, CLAIM_BY_QR));
    const joinOf = async (id: string): Promise<unknown> => (await other.sessions.find(id))!.join;
    expect(await joinOf(opened.id)).toMatchObject({ confirmed: false, wrongNumbers: 0, matchCode: '07' });
    await store.sessions.checkNumber(opened.id, '70');
    await other.sessions.checkNumber(opened.id, '07');
    await store.sessions.checkNumber(opened.id, '70');
    expect(await joinOf(opened.id)).toMatchObject({ confirmed: true, wrongNumbers: 1 });
    const canceled = await walked(store, [OPEN, CLAIM_BY_QR, CANCEL]);
    await store.sessions.checkNumber(canceled.id, '07');
    expect(await joinOf(canceled.id)).toMatchObject({ confirmed: false });
  });

  it('a move from an older read does not undo a checked number', async () => {
    const { store } = fixture();
    const joined = await walked(store, [OPEN, CLAIM_BY_QR]);
    await store.sessions.checkNumber(joined.id, '70');
    await store.sessions.checkNumber(joined.id, '07');
    expect(await store.sessions.move(moveOf(joined, CANCEL))).toBe(true);
    expect((await store.sessions.find(joined.id))!.join).toMatchObject({ confirmed: true, wrongNumbers: 1 });
  });

  const RACES: [title: string, from: readonly SessionInput[], first: SessionInput, second: SessionInput][] = [
    ['cancel against callback', [OPEN, CLAIM_BY_BUTTON], CANCEL, CALLBACK],
    ['expiry against cancel', [OPEN], { event: 'expire' }, CANCEL],
    ['two apps for one link', [OPEN], CLAIM_BY_QR, CLAIM_BY_BUTTON],
    [
      'interruption against the outcome',
      WALKS.processing,
      { event: 'interrupt' },
      { event: 'succeed', outcome: { matched: true, payload: { finger: 'RI' } } },
    ],
  ];
  it.each(RACES)('%s: exactly one wins, and only its fields are stored', async (_, from, first, second) => {
    const { store, other } = fixture();
    for (let round = 0; round < 10; round++) {
      const session = await walked(store, from, { createdAt: NOW - MINUTE });
      const [one, two] = [moveOf(session, first), moveOf(session, second)];
      const [oneHeld, twoHeld] = await Promise.all([store.sessions.move(one), other.sessions.move(two)]);
      expect([oneHeld, twoHeld].filter(Boolean)).toHaveLength(1);
      expect(await store.sessions.find(session.id)).toStrictEqual(oneHeld ? one.next : two.next);
      expect(await store.sessions.events(session.id)).toHaveLength(from.length + 2);
    }
  });
}

import { setImmediate } from 'node:timers/promises';
import { clockMove } from '../../../apps/service/src/session/move.ts';
import type { Session } from '../../../apps/service/src/session/session.ts';
import type { SessionFilter } from '../../../apps/service/src/storage/port/store.ts';
import { FILLED_MERCHANTS } from '../../../apps/service/src/storage/test/fill.ts';
import { moveOf, sampleClaim, sampleSession } from '../../../apps/service/src/storage/test/samples.ts';
import type { FilledStore } from './filled-store.ts';

type Work = (i: number) => Promise<unknown>;

/** `prepare` is not measured. */
export interface Operation {
  readonly name: string;
  /** Calls in a slice. */
  readonly times: number;
  /** Sessions per call: the report divides by this number. */
  readonly each: number;
  readonly prepare: (filled: FilledStore, round: number) => Work | Promise<Work>;
}

const MINUTE = 60_000;
/** The sweeper makes the same call. */
const BATCH = 100;
/** Few enough that the smallest store lasts for all rounds. */
const ERASED_A_ROUND = 50;

/** Recent sessions, which merchants still read. */
const LATE = 100;

const newSessions = async (filled: FilledStore, count: number, age = 0): Promise<Session[]> => {
  const sessions = Array.from({ length: count }, (_, i) =>
    sampleSession({ createdAt: filled.now - age, merchantId: `mer_${i % FILLED_MERCHANTS}` }),
  );
  for (const session of sessions) await filled.store.sessions.create(session);
  return sessions;
};

/** The smallest store has a full page of each, too. */
const LISTS: readonly Omit<SessionFilter, 'limit'>[] = [
  {},
  { merchantId: 'mer_7' },
  { status: 'failed' },
  { status: 'opened' },
  { merchantId: 'mer_7', status: 'succeeded' },
  { failureCode: 'session_expired', mode: 'verify' },
];

export const RESULT: Operation = {
  name: 'result',
  times: 300,
  each: 1,
  prepare: async ({ store, sessions, sessionAt }) => {
    return (i) => store.sessions.find(sessionAt(sessions - 1 - (i % LATE)).id);
  },
};

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'create',
    times: 60,
    each: 1,
    prepare: async ({ store, now }) => {
      return (i) =>
        store.sessions.create(
          sampleSession({ createdAt: now, merchantId: `mer_${i % FILLED_MERCHANTS}` }),
          sampleClaim(),
        );
    },
  },
  RESULT,
  {
    name: 'any result',
    times: 300,
    each: 1,
    prepare: async ({ store, sessions, sessionAt }, round) => {
      // Far apart, and never the same twice in a row.
      return (i) => store.sessions.find(sessionAt(oldestLeft(round, sessions, (round * 300 + i) * 7919)).id);
    },
  },
  {
    name: 'move',
    times: 60,
    each: 1,
    prepare: async (filled) => {
      const sessions = await newSessions(filled, 60);
      return (i) => filled.store.sessions.move(moveOf(sessions[i]!, { event: 'open' }, filled.now));
    },
  },
  {
    name: 'sweep',
    times: 1,
    each: 20,
    prepare: async (filled) => {
      await newSessions(filled, 20, 11 * MINUTE);
      return () => filled.store.sessions.moveDue(filled.now, BATCH, (session) => clockMove(session, filled.now));
    },
  },
  {
    name: 'list',
    times: 6 * LISTS.length,
    each: 1,
    prepare: async ({ store }) => {
      return (i) => store.sessions.list({ ...LISTS[i % LISTS.length]!, limit: 20 });
    },
  },
  {
    name: 'retention',
    times: 1,
    each: ERASED_A_ROUND,
    prepare: async ({ store, sessionAt }, round) => {
      const { createdAt } = sessionAt((round + 1) * ERASED_A_ROUND);
      return async () => {
        while ((await store.sessions.erase(createdAt, BATCH)) > 0) await setImmediate();
      };
    },
  },
];

/** A session that no round has erased yet. */
const oldestLeft = (round: number, sessions: number, wanted: number): number => {
  const erased = (round + 1) * ERASED_A_ROUND;
  return erased + (wanted % (sessions - erased));
};

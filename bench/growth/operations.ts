import { setImmediate } from 'node:timers/promises';
import { bringUpToDate } from '../../apps/service/src/lifecycle/advance-session.ts';
import type { Session } from '../../apps/service/src/session/session.ts';
import type { SessionFilter } from '../../apps/service/src/storage/store.ts';
import { FILLED_MERCHANTS } from '../../apps/service/src/storage/suite/fill.ts';
import { moveOf, sampleClaim, sampleSession } from '../../apps/service/src/storage/suite/samples.ts';
import type { Ground } from './ground.ts';

type Work = (i: number) => Promise<unknown>;

/** Something that is done again and again. `prepare` makes what it needs, and does not count. */
export interface Operation {
  readonly name: string;
  readonly of: string;
  /** How often within a slice. */
  readonly times: number;
  /** How many it does each time: the cost is told for one of them. */
  readonly each: number;
  readonly prepare: (ground: Ground, round: number) => Work | Promise<Work>;
}

const MINUTE = 60_000;
/** As the sweeper asks. */
const BATCH = 100;
/** Few enough that all rounds leave something of the smallest store. */
export const ERASED_A_ROUND = 50;

/** Sessions that are still asked for. */
const LATE = 100;

const newSessions = async (ground: Ground, count: number, age = 0): Promise<Session[]> => {
  const sessions = Array.from({ length: count }, (_, i) =>
    sampleSession({ createdAt: ground.now - age, merchantId: `mer_${i % FILLED_MERCHANTS}` }),
  );
  for (const session of sessions) await ground.store.sessions.create(session);
  return sessions;
};

/** As many of each as a page holds are in the smallest store too. */
const LISTS: readonly Omit<SessionFilter, 'limit'>[] = [
  {},
  { merchantId: 'mer_7' },
  { status: 'failed' },
  { status: 'opened' },
  { merchantId: 'mer_7', status: 'succeeded' },
  { failureCode: 'session_expired', mode: 'verify' },
];

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'create',
    of: 'with its claim and first event',
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
  {
    name: 'result',
    of: 'of a session of late, as merchants ask',
    times: 300,
    each: 1,
    prepare: async ({ store, sessions, filled }) => {
      return (i) => store.sessions.find(filled(sessions - 1 - (i % LATE)).id);
    },
  },
  {
    name: 'any result',
    of: 'of a session of the whole month',
    times: 300,
    each: 1,
    prepare: async ({ store, sessions, filled }, round) => {
      // Far apart, and never the same twice in a row.
      return (i) => store.sessions.find(filled(oldestLeft(round, sessions, (round * 300 + i) * 7919)).id);
    },
  },
  {
    name: 'move',
    of: 'with its event and notice',
    times: 60,
    each: 1,
    prepare: async (ground) => {
      const sessions = await newSessions(ground, 60);
      return (i) => ground.store.sessions.move(moveOf(sessions[i]!, { event: 'open' }, ground.now));
    },
  },
  {
    name: 'sweep',
    of: 'found and ended, one of 20',
    times: 1,
    each: 20,
    prepare: async (ground) => {
      await newSessions(ground, 20, 11 * MINUTE);
      return async () => {
        for (const session of await ground.store.sessions.due(ground.now, BATCH))
          await bringUpToDate(ground.store.sessions, session, ground.now);
      };
    },
  },
  {
    name: 'list',
    of: 'operators’ pages of 20, six kinds',
    times: 6 * LISTS.length,
    each: 1,
    prepare: async ({ store }) => {
      return (i) => store.sessions.list({ ...LISTS[i % LISTS.length]!, limit: 20 });
    },
  },
  {
    name: 'retention',
    of: 'erased with all that hangs on it, one of 50',
    times: 1,
    each: ERASED_A_ROUND,
    prepare: async ({ store, filled }, round) => {
      const { createdAt } = filled((round + 1) * ERASED_A_ROUND);
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

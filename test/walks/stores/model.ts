import { isFinal } from '@authly/contract/wire/states';
import { clockMove, clockMoveTime } from '../../../apps/service/src/session/move.ts';
import type { Session } from '../../../apps/service/src/session/session.ts';
import { DAY, MINUTE } from '../../../apps/service/src/storage/test/samples.ts';
import { RETENTION_DAYS, ROUND_MS } from './machine.ts';

const HOUR = 60 * MINUTE;
/** A time further ahead comes from a wrong clock. */
const TOLERANCE_MS = 5000;
const QUIET_MS = 7 * DAY;

export interface Claim {
  readonly sessionId: string;
  readonly body: number;
  readonly at: number;
}

export interface Taken {
  readonly key: string;
  readonly at: number;
}

/** The event of a session's end, at one place. */
export interface Event {
  readonly sessionId: string;
  readonly merchantId: string;
  dueAt: number | null;
  /** It may be given up after this time. */
  triedUntil: number;
  isDelivered: boolean;
}

export interface Endpoint {
  isPaused: boolean;
  isDisabled: boolean;
  failingSince: number | null;
  readonly events: Map<string, Event>;
}

/** What must be true of each store. */
export class Model {
  readonly sessions = new Map<string, Session>();
  /** The earliest time at which a session may have ended. */
  readonly endedFrom = new Map<string, number>();
  readonly claims = new Map<string, Claim>();
  attempts: Taken[] = [];
  hits: Taken[] = [];
  /** Keys are a place and a merchant. */
  readonly endpoints = new Map<string, Endpoint>();
  /** The last round of all sweepers on a clock that was right. */
  sweptAt = 0;
  newestAt: number;
  /** Sessions whose time is over: they are gone, and stay so. */
  readonly old = new Set<string>();
  /** SQLite has no other clock: after a week without an entry it erases nothing. */
  isQuiet = false;
  backup: Model | undefined;

  constructor(now: number) {
    this.newestAt = now;
  }

  copy(): Model {
    const fields = Object.entries(this).filter(([name]) => name !== 'backup');
    return Object.assign(new Model(0), structuredClone(Object.fromEntries(fields)));
  }

  /** Processes have run with this clock. */
  swept(now: number, isClockRight: boolean): void {
    for (const session of this.sessions.values())
      this.keep(clockMove(session, now)?.next ?? session, clockMoveTime(session));
    if (isClockRight) this.sweptAt = now - ROUND_MS;
  }

  started(now: number): void {
    this.isQuiet = now - this.newestAt > QUIET_MS;
  }

  /** A sweeper ends a session at this time or later. */
  keep(session: Session, endedFrom = session.endedAt): void {
    const before = this.sessions.get(session.id);
    this.sessions.set(session.id, session);
    this.newestAt = Math.max(this.newestAt, session.createdAt);
    if (before === undefined || isFinal(before.status) || !isFinal(session.status)) return;
    for (const [key, endpoint] of this.endpoints)
      if (key.endsWith(` ${session.merchantId}`) && !endpoint.isDisabled)
        endpoint.events.set(session.id, eventOf(session, endedFrom!));
    this.endedFrom.set(session.id, endedFrom!);
  }

  /** Sessions are erased by whole days. */
  isOld({ createdAt }: Session, now = this.sweptAt): boolean {
    return createdAt < Math.floor((now - RETENTION_DAYS * DAY) / DAY) * DAY;
  }

  /** The session as a store should have it. */
  asFound(session: Session, found: Session | undefined): Session {
    const { endedAt } = session;
    if (endedAt === null || !found?.endedAt) return session;
    const isInTime = found.endedAt >= this.endedFrom.get(session.id)! && found.endedAt <= endedAt;
    return isInTime ? { ...session, endedAt: found.endedAt } : session;
  }

  hasDueEvent(now: number): boolean {
    const events = [...this.endpoints.values()].flatMap((endpoint) => [...endpoint.events.values()]);
    return events.some(({ dueAt, isDelivered }) => !isDelivered && dueAt !== null && dueAt <= now);
  }

  endpoint(place: string, merchantId: string): Endpoint {
    return this.endpoints.get(`${place} ${merchantId}`)!;
  }

  /** A session and its event are erased when their time is over. */
  erase(): void {
    for (const session of this.sessions.values()) if (this.isOld(session)) this.old.add(session.id);
    for (const { events } of this.endpoints.values()) for (const id of this.old) events.delete(id);
  }

  endpointsAt(place: string): Map<string, Endpoint> {
    const found = [...this.endpoints].filter(([key]) => key.startsWith(`${place} mer_`));
    return new Map(found.map(([key, endpoint]) => [key.slice(place.length + 1), endpoint]));
  }

  /** These events get a new day, and what failed before is forgotten. */
  triedAgain(endpoint: Endpoint, now: number, which: (event: Event) => boolean): void {
    endpoint.failingSince = null;
    for (const event of [...endpoint.events.values()].filter(which)) {
      event.dueAt = now;
      event.triedUntil = now + DAY;
    }
  }

  claim(key: string, now: number): Claim | undefined {
    const claim = this.claims.get(key);
    return claim && now - claim.at < DAY ? claim : undefined;
  }

  attemptsOf(key: string, now: number): number {
    return countOf(this.attempts, key, now - HOUR, now);
  }

  hitsOf(key: string, now: number): number {
    return countOf(this.hits, key, now - MINUTE, now);
  }
}

const countOf = (taken: readonly Taken[], key: string, after: number, now: number): number =>
  taken.filter((each) => each.key === key && each.at > after && each.at <= now + TOLERANCE_MS).length;

const eventOf = ({ id, merchantId, endedAt }: Session, endedFrom: number): Event => ({
  sessionId: id,
  merchantId,
  dueAt: endedAt,
  triedUntil: endedFrom + DAY,
  isDelivered: false,
});

import type { Act } from '../../audit/act.ts';
import type { Head, TrailRow } from '../../audit/chain.ts';
import type { Instant } from '../../session/session.ts';

/** Who did what, append-only: each row is bound to all before it by its hash. Processes take turns at its end. */
export interface AuditTrail {
  /** An act that changes nothing else in the store. */
  write(act: Act): Promise<void>;
  /** Newest first; only rows before `beforeSeq` where it is given. */
  list(limit: number, beforeSeq?: number): Promise<TrailRow[]>;
  /** The whole trail as it was at one moment, oldest row first; then what the head row says. Undefined: there is no head row. */
  read(visit: (row: TrailRow) => void): Promise<Head | undefined>;
  /** Retention: at most `limit` of the oldest rows from before this time give way to one row that the chain goes on from. Returns how many. */
  close(before: Instant, now: Instant, limit: number): Promise<number>;
}

/** `read` looks, `admin` also acts. */
export const CONSOLE_ROLES = ['read', 'admin'] as const;
export type ConsoleRole = (typeof CONSOLE_ROLES)[number];

/** A link that signs somebody in to the console, once. */
export interface ConsoleLink {
  /** SHA-256 of what stands in it. */
  readonly hash: string;
  readonly role: ConsoleRole;
  /** Who made it, and who is signed in by it. */
  readonly actor: string;
  readonly expiresAt: Instant;
}

/** Somebody who is signed in to the console. */
export interface ConsoleSignIn {
  readonly id: string;
  /** SHA-256 of what the cookie holds. */
  readonly hash: string;
  readonly role: ConsoleRole;
  readonly actor: string;
  readonly beganAt: Instant;
  readonly usedAt: Instant;
}

/** Who may look into the console. Every process knows the same links and sign-ins. */
export interface ConsoleStore {
  addLink(link: ConsoleLink, act?: Act): Promise<void>;
  /** One step: the link is used up, and its sign-in begins. Of many at once one gets it; undefined: no such link, or it is over or was used. */
  redeem(
    linkHash: string,
    signIn: Pick<ConsoleSignIn, 'id' | 'hash' | 'beganAt'>,
    act?: (link: ConsoleLink) => Act,
  ): Promise<ConsoleSignIn | undefined>;
  begin(signIn: ConsoleSignIn, act?: Act): Promise<void>;
  find(hash: string): Promise<ConsoleSignIn | undefined>;
  /** The latest first. */
  list(): Promise<ConsoleSignIn[]>;
  used(hash: string, at: Instant): Promise<void>;
  /** False: there is none of this id. */
  end(id: string, act?: Act): Promise<boolean>;
  /** Erases links that are over, and sign-ins that began or were last used before. At most `limit` of each; returns how many. */
  erase(
    before: { readonly linksOver: Instant; readonly began: Instant; readonly used: Instant },
    limit: number,
  ): Promise<number>;
}

/** How often something happened within a minute. */
export interface Figure {
  readonly name: string;
  readonly label: string;
  readonly count: number;
}

/** What all processes have counted, for charts. A power cut may lose the last of it. */
export interface FigureStore {
  /** Added to what is there. `minute`: when it began. */
  add(minute: Instant, figures: readonly Figure[]): Promise<void>;
  /** The counts since then, in steps of so many milliseconds: `at` is where a step begins. */
  since(from: Instant, stepMs: number): Promise<(Figure & { readonly at: Instant })[]>;
  /** Erases the oldest, by whole minutes, so a little more than `limit`. Returns how many. */
  erase(before: Instant, limit: number): Promise<number>;
}

/** Small values of the store itself, such as the offset of the sandbox's virtual clock. */
export interface Settings {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string, act?: Act): Promise<void>;
}

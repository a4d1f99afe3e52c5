import type { Deployment } from '../fixture/deployment.ts';
import type { CreatedSession } from '../fixture/session-calls.ts';

export interface Acknowledged extends CreatedSession {
  readonly deployment: Deployment;
  end?: 'canceled' | 'succeeded';
}

export const LOSSES = {
  session: 'acknowledged sessions lost',
  cancel: 'acknowledged cancels lost',
  outcome: 'acknowledged outcomes lost',
  key: 'idempotency keys lost',
  race: 'races with two winners',
  endless: 'sessions without an end after their deadline',
  lockout: 'clients locked out by a clock that was corrected',
  wait: 'waits that did not end',
} as const;
export type Loss = keyof typeof LOSSES;

export class Ledger {
  readonly losses = Object.fromEntries(Object.keys(LOSSES).map((loss) => [loss, 0])) as Record<Loss, number>;
  readonly counts = { sessions: 0, cancels: 0, outcomes: 0, races: 0, unanswered: 0, refused: 0, failed: 0 };
  #ofRound: Acknowledged[] = [];

  add(entry: Acknowledged): Acknowledged {
    this.counts.sessions++;
    this.#ofRound.push(entry);
    return entry;
  }

  ended(entry: Acknowledged, end: 'canceled' | 'succeeded'): void {
    entry.end = end;
    this.counts[end === 'canceled' ? 'cancels' : 'outcomes']++;
  }

  /** A lost answer may hide the winner, so zero winners are possible. */
  race(winners: number): void {
    this.counts.races++;
    if (winners > 1) this.lost('race', `${winners} winners`);
  }

  lost(loss: Loss, detail: string): void {
    this.losses[loss]++;
    console.error(`LOST (${LOSSES[loss]}): ${detail}`);
  }

  get acknowledged(): readonly Acknowledged[] {
    return this.#ofRound;
  }

  takeRound(): Acknowledged[] {
    const taken = this.#ofRound;
    this.#ofRound = [];
    return taken;
  }

  get totalLost(): number {
    return Object.values(this.losses).reduce((all, each) => all + each, 0);
  }
}

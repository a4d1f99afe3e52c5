import type { Instant } from '../session/session.ts';
import { BEGINNING, entryHash } from './chain.ts';
import type { AuditEntry, ChainHead } from './entry.ts';
import { hiddenTooEarly, isHeadLost, isTooEarly, readClosing, type Closing } from './segments.ts';

/** The first entry that does not hold. If the end is missing, the last entry that is left; 0 if none is. */
export interface BrokenLink {
  readonly seq: number;
  /** Null: there is no such entry. */
  readonly at: Instant | null;
}

export interface EarlierExport {
  readonly head: ChainHead;
  /** The exported entries in order, or only the entry of the head. */
  readonly rows: readonly Pick<AuditEntry, 'seq' | 'at'>[];
  readonly now: Instant;
}

const follows = (entry: AuditEntry, { seq, hash }: ChainHead): boolean =>
  entry.seq === seq + 1 && entry.previous === hash;

/** Finds the first broken link of the chain. Entries are added oldest first. */
export class AuditLogCheck {
  readonly #known: EarlierExport | undefined;
  #hashAtKnownHead: string | undefined;
  #broken: AuditEntry | undefined;
  #first: AuditEntry | undefined;
  #last: AuditEntry | undefined;
  /** The latest closing, with the latest time of all: a clock may have been set back in between. */
  #closing: Closing | undefined;
  #rows = 0;

  constructor(known?: EarlierExport) {
    this.#known = known;
  }

  get rows(): number {
    return this.#rows;
  }

  add(entry: AuditEntry): void {
    const closing = readClosing(entry);
    const holds =
      entryHash(entry) === entry.hash &&
      (this.#last === undefined || follows(entry, this.#last)) &&
      !isHeadLost(entry) &&
      !(closing && isTooEarly(closing, entry.at));
    if (!holds) this.#broken ??= entry;
    if (closing) this.#closing = { ...closing, lastAt: Math.max(closing.lastAt, this.#closing?.lastAt ?? -Infinity) };
    if (entry.seq === this.#known?.head.seq) this.#hashAtKnownHead = entry.hash;
    this.#first ??= entry;
    this.#last = entry;
    this.#rows++;
  }

  /** Undefined: the chain holds. */
  end(head: ChainHead | undefined): BrokenLink | undefined {
    const { seq, hash } = this.#last ?? BEGINNING;
    if (!this.#beginningHolds()) return this.#first;
    if (this.#broken !== undefined) return this.#broken;
    if (head?.seq !== seq || head.hash !== hash) return this.#end;
    return this.#known && this.#comparedWith(this.#known);
  }

  get #end(): BrokenLink {
    return this.#last ?? { seq: BEGINNING.seq, at: null };
  }

  /** The oldest entry follows the empty log, or the last removed entry. */
  #beginningHolds(): boolean {
    const closing = this.#closing;
    const before = closing === undefined ? BEGINNING : { seq: closing.lastSeq, hash: closing.lastHash };
    return this.#first === undefined || follows(this.#first, before);
  }

  #comparedWith({ head: known, rows, now }: EarlierExport): BrokenLink | undefined {
    const closing = this.#closing;
    const [hidden] = closing === undefined ? [] : hiddenTooEarly(rows, closing, now);
    if (hidden !== undefined) return hidden;
    if (known.seq > this.#end.seq) return this.#end;
    const hash = closing?.lastSeq === known.seq ? closing.lastHash : this.#hashAtKnownHead;
    return hash === undefined || hash === known.hash ? undefined : { seq: known.seq, at: rows.at(-1)?.at ?? null };
  }
}

import type { Instant } from '../session/session.ts';
import { BEGINNING, entryHash } from './chain.ts';
import type { AuditEntry, ChainHead } from './entry.ts';
import { hiddenTooEarly, isHeadLost, isTooEarly, readClosing, type Closing } from './segments.ts';

export interface AuditFinding {
  readonly seq: number;
  readonly problem: 'changed' | 'reordered' | 'missing' | 'rewritten' | 'head' | 'key';
  readonly text: string;
}

export interface EarlierExport {
  readonly head: ChainHead;
  /** The exported entries in order, or only the entry of the head. */
  readonly rows: readonly Pick<AuditEntry, 'seq' | 'at'>[];
  readonly now: Instant;
}

/** One edit can make every later entry look wrong. */
const MAX_FINDINGS = 100;

/** Reports each entry that was modified, moved or removed. Entries are added oldest first. */
export class AuditLogCheck {
  readonly #findings: AuditFinding[] = [];
  readonly #changed: AuditEntry[] = [];
  readonly #known: EarlierExport | undefined;
  #hashAtKnownHead: string | undefined;
  #first: AuditEntry | undefined;
  #last: ChainHead = BEGINNING;
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
    const { seq } = entry;
    this.#rows++;
    if (this.#first === undefined) this.#first = entry;
    else this.#checkFollows(entry);
    if (entryHash(entry) !== entry.hash && this.#changed.length < MAX_FINDINGS) this.#changed.push(entry);
    if (isHeadLost(entry))
      this.#report(seq, 'head', `entry ${seq}: the chain head was missing or wrong; entries before it may be missing`);
    const closing = readClosing(entry);
    if (closing !== undefined) {
      this.#closing = { ...closing, lastAt: Math.max(closing.lastAt, this.#closing?.lastAt ?? -Infinity) };
      if (isTooEarly(closing, entry.at))
        this.#report(seq, 'missing', `entry ${seq} removes entries up to ${closing.lastSeq} before they expired`);
    }
    if (seq === this.#known?.head.seq) this.#hashAtKnownHead = entry.hash;
    this.#last = entry;
  }

  end(head: ChainHead | undefined): AuditFinding[] {
    this.#checkBeginning();
    for (const entry of this.#changed) this.#reportChanged(entry);
    this.#checkHead(head);
    if (this.#known !== undefined) this.#compareWith(this.#known);
    return this.#findings.filter((finding) => !this.#isRepeated(finding)).sort((a, b) => a.seq - b.seq);
  }

  /** An overwritten hash also breaks the link from the next entry, and a moved entry breaks both its links. */
  #isRepeated({ seq, problem }: AuditFinding): boolean {
    return (
      problem === 'rewritten' &&
      this.#findings.some(
        (other) =>
          (other.seq === seq && other.problem === 'changed') ||
          ((other.seq === seq || other.seq === seq + 1) && other.problem === 'reordered'),
      )
    );
  }

  #checkFollows(entry: AuditEntry): void {
    const { seq, hash } = this.#last;
    if (entry.seq !== seq + 1) this.#reportMissing(seq + 1, entry.seq - 1);
    else if (entry.previous !== hash)
      this.#report(
        seq,
        'rewritten',
        `entry ${seq} is not the one that entry ${entry.seq} follows: it was replaced, or an earlier entry was`,
      );
  }

  /** The oldest entry follows the empty log, or the last removed entry. */
  #checkBeginning(): void {
    const first = this.#first;
    if (first === undefined) return;
    const before: ChainHead =
      this.#closing === undefined ? BEGINNING : { seq: this.#closing.lastSeq, hash: this.#closing.lastHash };
    if (first.seq !== before.seq + 1) this.#reportMissing(Math.min(before.seq + 1, first.seq), first.seq - 1);
    else if (first.previous !== before.hash)
      this.#report(first.seq, 'rewritten', `entry ${first.seq}, the oldest, does not follow the last removed entry`);
  }

  #checkHead(head: ChainHead | undefined): void {
    const { seq, hash } = this.#last;
    if (head === undefined) this.#report(seq, 'head', 'the chain head is missing');
    else if (head.seq > seq) this.#reportMissing(seq + 1, head.seq);
    else if (head.seq < seq)
      this.#report(seq, 'head', `the chain head points to entry ${head.seq}, but the last entry is ${seq}`);
    else if (head.hash !== hash)
      this.#report(seq, 'rewritten', `entry ${seq}, the last, does not match the chain head`);
  }

  #compareWith({ head: known, rows, now }: EarlierExport): void {
    const hidden = this.#closing === undefined ? [] : hiddenTooEarly(rows, this.#closing, now);
    if (hidden.length > 0) {
      const [from, to] = [hidden[0]!.seq, hidden.at(-1)!.seq];
      this.#report(from, 'missing', `${span(from, to)} exported and then removed too early`);
    }
    if (known.seq > this.#last.seq) this.#reportMissing(this.#last.seq + 1, known.seq);
    else if (this.#hashAtKnownHead !== undefined && this.#hashAtKnownHead !== known.hash)
      this.#report(
        known.seq,
        'rewritten',
        `entry ${known.seq} differs from the exported one: it was rewritten, or an earlier entry was`,
      );
    else if (this.#closing?.lastSeq === known.seq && this.#closing.lastHash !== known.hash)
      this.#report(known.seq, 'rewritten', `entry ${known.seq}, removed since, differs from the exported one`);
  }

  #reportChanged(entry: AuditEntry): void {
    const places = [entry.seq - 1, entry.seq + 1, ...this.#changed.map(({ seq }) => seq)];
    const written = places.find((seq) => entryHash({ ...entry, seq }) === entry.hash);
    if (written === undefined)
      this.#report(entry.seq, 'changed', `entry ${entry.seq} was changed after it was written`);
    else this.#report(entry.seq, 'reordered', `entry ${entry.seq} was written as entry ${written}`);
  }

  #reportMissing(from: number, to: number): void {
    if (to < from)
      this.#report(from, 'missing', `entries before ${from} were removed, but a later entry says they were kept`);
    else
      this.#report(from, 'missing', from === to ? `entry ${from} is missing` : `entries ${from} to ${to} are missing`);
  }

  #report(seq: number, problem: AuditFinding['problem'], text: string): void {
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push({ seq, problem, text });
  }
}

const span = (from: number, to: number): string =>
  from === to ? `entry ${from} was` : `entries ${from} to ${to} were`;

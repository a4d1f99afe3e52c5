import { BEGINNING, rowHash, type Head, type TrailRow } from './chain.ts';
import type { Instant } from '../session/session.ts';
import { hiddenTooEarly, isHeadLost, isTooEarly, readClosing, type Closing } from './segments.ts';

export interface Finding {
  readonly seq: number;
  readonly problem: 'changed' | 'reordered' | 'missing' | 'rewritten' | 'head';
  /** In words, with the row's number in it. */
  readonly text: string;
}

/** What an export says the trail was like once. */
export interface Exported {
  readonly head: Head;
  /** What is certain of its rows: that of the head, where nothing else was kept. In their order. */
  readonly rows: readonly Pick<TrailRow, 'seq' | 'at'>[];
  /** When it is compared with the trail. */
  readonly now: Instant;
}

/** One edit can make every later row look wrong: more findings than these help nobody. */
const MOST_FINDINGS = 100;

/** Walks the trail from its oldest row to its newest, and names each row that is not as it was written. */
export class TrailCheck {
  readonly #findings: Finding[] = [];
  readonly #changed: TrailRow[] = [];
  readonly #known: Exported | undefined;
  #watchedHash: string | undefined;
  #first: TrailRow | undefined;
  #last: Head = BEGINNING;
  /** The last one, with the latest time that any of them names: a clock may have been set back between two. */
  #closing: Closing | undefined;
  #rows = 0;

  constructor(known?: Exported) {
    this.#known = known;
  }

  get rows(): number {
    return this.#rows;
  }

  add(row: TrailRow): void {
    this.#rows++;
    if (this.#first === undefined) this.#first = row;
    else this.#follows(row);
    if (rowHash(row) !== row.hash && this.#changed.length < MOST_FINDINGS) this.#changed.push(row);
    if (isHeadLost(row))
      this.#find(
        row.seq,
        'head',
        `row ${row.seq}: the head row was gone or wrong when it was written: rows before it may be missing`,
      );
    const closing = readClosing(row);
    if (closing !== undefined) {
      this.#closing = { ...closing, lastAt: Math.max(closing.lastAt, this.#closing?.lastAt ?? -Infinity) };
      if (isTooEarly(closing, row.at))
        this.#find(
          row.seq,
          'missing',
          `row ${row.seq} closes rows up to ${closing.lastSeq} that should still be there`,
        );
    }
    if (row.seq === this.#known?.head.seq) this.#watchedHash = row.hash;
    this.#last = row;
  }

  /** What is wrong, by row. Empty: nothing. */
  end(head: Head | undefined): Finding[] {
    this.#begins();
    for (const row of this.#changed) this.#nameChanged(row);
    this.#ends(head);
    if (this.#known !== undefined) this.#compareWith(this.#known);
    return this.#findings.filter((finding) => !this.#isSaidAlready(finding)).sort((a, b) => a.seq - b.seq);
  }

  /** A row whose hash was overwritten shows twice, by itself and by the row after it; one that was moved shows on both its sides. */
  #isSaidAlready({ seq, problem }: Finding): boolean {
    return (
      problem === 'rewritten' &&
      this.#findings.some(
        (other) =>
          (other.seq === seq && other.problem === 'changed') ||
          ((other.seq === seq || other.seq === seq + 1) && other.problem === 'reordered'),
      )
    );
  }

  #follows(row: TrailRow): void {
    const { seq, hash } = this.#last;
    if (row.seq !== seq + 1) this.#missing(seq + 1, row.seq - 1);
    else if (row.previous !== hash)
      this.#find(
        seq,
        'rewritten',
        `row ${seq} is not the one that row ${row.seq} was written after: it was replaced, or rows before it were`,
      );
  }

  /** The first row that is there follows the beginning, or the last closed segment. */
  #begins(): void {
    const first = this.#first;
    if (first === undefined) return;
    const before: Head =
      this.#closing === undefined ? BEGINNING : { seq: this.#closing.lastSeq, hash: this.#closing.lastHash };
    if (first.seq !== before.seq + 1) this.#missing(Math.min(before.seq + 1, first.seq), first.seq - 1);
    else if (first.previous !== before.hash)
      this.#find(first.seq, 'rewritten', `row ${first.seq}, the first, does not follow what was closed before it`);
  }

  #ends(head: Head | undefined): void {
    const { seq, hash } = this.#last;
    if (head === undefined) this.#find(seq, 'head', 'the head row is missing');
    else if (head.seq > seq) this.#missing(seq + 1, head.seq);
    else if (head.seq < seq) this.#find(seq, 'head', `the head row names row ${head.seq}, but the last row is ${seq}`);
    else if (head.hash !== hash)
      this.#find(seq, 'rewritten', `row ${seq}, the last, is not the one that the head row names`);
  }

  #compareWith({ head: known, rows, now }: Exported): void {
    const hidden = this.#closing === undefined ? [] : hiddenTooEarly(rows, this.#closing, now);
    if (hidden.length > 0) this.#hidden(hidden[0]!.seq, hidden.at(-1)!.seq);
    if (known.seq > this.#last.seq) this.#missing(this.#last.seq + 1, known.seq);
    else if (this.#watchedHash !== undefined && this.#watchedHash !== known.hash)
      this.#find(
        known.seq,
        'rewritten',
        `row ${known.seq} is not the one that was exported: it was rewritten, or rows before it were`,
      );
    else if (this.#closing?.lastSeq === known.seq && this.#closing.lastHash !== known.hash)
      this.#find(known.seq, 'rewritten', `row ${known.seq}, closed since, is not the one that was exported`);
  }

  #nameChanged(row: TrailRow): void {
    const places = [row.seq - 1, row.seq + 1, ...this.#changed.map(({ seq }) => seq)];
    const written = places.find((seq) => rowHash({ ...row, seq }) === row.hash);
    if (written === undefined) this.#find(row.seq, 'changed', `row ${row.seq} was changed after it was written`);
    else this.#find(row.seq, 'reordered', `row ${row.seq} was written as row ${written}`);
  }

  #hidden(from: number, to: number): void {
    const rows = from === to ? `row ${from} was` : `rows ${from} to ${to} were`;
    this.#find(from, 'missing', `${rows} exported, and closed before ${from === to ? 'its' : 'their'} time`);
  }

  #missing(from: number, to: number): void {
    if (to < from) this.#find(from, 'missing', `rows before row ${from} were closed, but still claim to follow`);
    else this.#find(from, 'missing', from === to ? `row ${from} is missing` : `rows ${from} to ${to} are missing`);
  }

  #find(seq: number, problem: Finding['problem'], text: string): void {
    if (this.#findings.length < MOST_FINDINGS) this.#findings.push({ seq, problem, text });
  }
}

import { table } from '../../table.ts';
import { isGenuine, type Pair, type ReadPhoto } from './measure.ts';

export interface SetReport {
  readonly set: string;
  readonly photos: number;
  readonly read: number;
  /** Number that the service would enroll. */
  readonly enroll: number;
  /** Rejected photos by fault. */
  readonly refused: Readonly<Record<string, number>>;
  /** Number with the fault that a person sees; undefined if nobody looked. */
  readonly true_reason: number | undefined;
  readonly ms: number;
}

export interface PairReport {
  readonly name: string;
  readonly genuine_pairs: number;
  readonly matched: number;
  /** Rejected by the service. */
  readonly taken_for_copies: number;
  readonly cross_pairs: number;
  readonly false_matches: number;
  readonly highest_cross_score: number;
}

export interface Report {
  readonly threshold: number;
  readonly sets: readonly SetReport[];
  readonly pairs: readonly PairReport[];
}

export function setReports(photos: readonly ReadPhoto[]): SetReport[] {
  return [...Map.groupBy(photos, ({ set }) => set)].map(([set, all]) => {
    const faults = Map.groupBy(all, ({ fault }) => fault ?? '');
    const refused = [...faults].filter(([fault]) => fault !== '').map(([fault, each]) => [fault, each.length] as const);
    return {
      set,
      photos: all.length,
      read: faults.get('')?.length ?? 0,
      enroll: all.filter(({ enrolls }) => enrolls).length,
      refused: Object.fromEntries(refused),
      true_reason: all[0]!.reason && (faults.get(all[0]!.reason)?.length ?? 0),
      ms: all.reduce((sum, { ms }) => sum + ms, 0) / all.length,
    };
  });
}

export function pairReport(name: string, pairs: readonly Pair[], threshold: number): PairReport {
  let [genuine, matched, copies, cross, mistaken, highest] = [0, 0, 0, 0, 0, 0];
  for (const pair of pairs) {
    const isMatch = pair.score >= threshold;
    if (isGenuine(pair)) {
      genuine++;
      if (isMatch) matched++;
      if (pair.isCopy) copies++;
      continue;
    }
    cross++;
    if (isMatch) mistaken++;
    highest = Math.max(highest, pair.score);
  }
  return {
    name,
    genuine_pairs: genuine,
    matched,
    taken_for_copies: copies,
    cross_pairs: cross,
    false_matches: mistaken,
    highest_cross_score: highest,
  };
}

export function reportTable({ threshold, sets, pairs }: Report): string {
  return [
    table(
      ['photos', 'all', 'read', 'enroll', 'ms', 'true reason', 'refused'],
      sets.map(({ set, photos, read, enroll, ms, true_reason, refused }) => [
        set,
        String(photos),
        String(read),
        String(enroll),
        ms.toFixed(0),
        true_reason === undefined ? '-' : `${true_reason} of ${photos - read}`,
        told(refused),
      ]),
    ),
    '',
    `Pairs of photos that were read, matched from a score of ${threshold} on:`,
    pairTable(pairs),
  ].join('\n');
}

function pairTable(rows: readonly PairReport[]): string {
  return table(
    ['fingers of', 'genuine', 'matched', 'for copies', 'cross pairs', 'false matches', 'highest'],
    rows.map((row) => [
      row.name,
      String(row.genuine_pairs),
      row.genuine_pairs === 0 ? '-' : `${((100 * row.matched) / row.genuine_pairs).toFixed(1)} %`,
      String(row.taken_for_copies),
      String(row.cross_pairs),
      String(row.false_matches),
      row.highest_cross_score.toFixed(1),
    ]),
  );
}

function told(refused: Readonly<Record<string, number>>): string {
  return Object.entries(refused)
    .map(([fault, count]) => `${count} ${fault}`)
    .join(', ');
}

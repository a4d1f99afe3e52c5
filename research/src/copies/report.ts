import { NEAR_SELF_SCORE } from '../../../packages/fingerprint/src/near-copy/constants.ts';
import { table } from '../../../tools/table.ts';
import type { Copies, Genuine, Pictures } from './measure.ts';

export interface Report {
  readonly seed: number;
  readonly fingers: number;
  readonly genuine: readonly Genuine[];
  readonly copies: readonly Copies[];
  readonly pictures: readonly Pictures[];
}

const LIMITS = { lost: 0.001, passed: 0.01 } as const;

export function passes({ genuine, copies }: Report): boolean {
  return (
    genuine.every(({ lost, pairs }) => lost <= LIMITS.lost * pairs) &&
    copies.every((each) => each.kind !== 'full' || each.isBeyond || each.passed <= LIMITS.passed * each.copies)
  );
}

export function reportTable(report: Report): string {
  return [
    `${report.fingers} fingers, seed ${report.seed}`,
    '',
    table(
      ['touches of one finger', 'pairs', 'matched', 'lost', 'lost %', 'highest scores', 'band from'],
      report.genuine.map((each) => [
        each.kind,
        String(each.pairs),
        String(each.matched),
        String(each.lost),
        percent(each.lost / each.pairs),
        each.highestScores.map((score) => score.toFixed(0)).join(' '),
        String(NEAR_SELF_SCORE[each.kind]),
      ]),
    ),
    '',
    table(
      ['scorer', 'copies', 'sent', 'refused', 'replays', 'passed', 'passed %', 'lowest score'],
      report.copies.map((each) => [
        each.kind,
        each.isBeyond ? `${each.disguise} *` : each.disguise,
        String(each.copies),
        String(each.refused),
        String(each.replays),
        String(each.passed),
        percent(each.passed / each.copies),
        Number.isFinite(each.lowestScore) ? each.lowestScore.toFixed(0) : '–',
      ]),
    ),
    '',
    table(
      ['one picture twice', 'pictures', 'found', 'found %'],
      report.pictures.map((each) => [
        each.change,
        String(each.pictures),
        String(each.found),
        percent(each.found / each.pictures),
      ]),
    ),
    '',
    passes(report)
      ? 'holds'
      : `FAILS: at most ${percent(LIMITS.lost)} % of the pairs may be lost and ${percent(LIMITS.passed)} % of a kind of copies with maps may pass`,
    '* may pass: the check is a hurdle, the sealing of captures is the boundary',
  ].join('\n');
}

function percent(part: number): string {
  return (100 * part).toFixed(2);
}

import {
  compareClosely,
  holdsOneTouchTwice,
  isCopy,
  isNearCopy,
  readProbe,
  TemplateError,
  THRESHOLD,
  type View,
} from '../../../packages/fingerprint/src/index.ts';
import { generator } from '../../../tools/random.ts';
import { recordedView } from '../attacks/population.ts';
import { PICTURE_CHANGES } from './changed-pictures.ts';
import { DISGUISES, type Kind } from './disguises.ts';
import type { TouchedFinger } from './fingers.ts';
import { withoutMap } from '../attacks/judgement.ts';

export interface Genuine {
  readonly kind: Kind;
  readonly pairs: number;
  readonly matched: number;
  /** Taken for a copy, whether they match or not. */
  readonly lost: number;
  readonly highestScores: readonly number[];
}

export interface Copies {
  readonly kind: Kind;
  readonly disguise: string;
  readonly isBeyond: boolean;
  readonly copies: number;
  /** As no finger's, before anything is compared. */
  readonly refused: number;
  readonly replays: number;
  /** Neither refused nor a replay: the copy was worth a match. */
  readonly passed: number;
  readonly lowestScore: number;
}

export interface Pictures {
  readonly change: string;
  readonly pictures: number;
  readonly found: number;
}

const bare = (kind: Kind, view: View): View => (kind === 'full' ? view : withoutMap(view));

/** Every touch of a finger against every other: what a person loses by the check. */
export function genuinePairs(fingers: readonly TouchedFinger[], kind: Kind): Genuine {
  let pairs = 0;
  let lost = 0;
  const scores: number[] = [];
  for (const { touches } of fingers) {
    for (const [i, one] of touches.entries()) {
      for (const other of touches.slice(i + 1)) {
        pairs++;
        const [probe, enrolled] = [[bare(kind, one)], [bare(kind, other)]];
        const compared = compareClosely(probe, enrolled);
        // The check also runs where nothing matches: there it would hide that another finger was tried.
        if (isNearCopy(probe, enrolled, compared)) lost++;
        if (compared.score >= THRESHOLD) scores.push(compared.score);
      }
    }
  }
  const highestScores = scores.toSorted((a, b) => b - a).slice(0, 5);
  return { kind, pairs, matched: scores.length, lost, highestScores };
}

/** The first touch is stolen, disguised, and sent to the enrollment of three that it was stolen from. */
export function disguisedCopies(fingers: readonly TouchedFinger[], kind: Kind, seed: number): Copies[] {
  return DISGUISES.filter((disguise) => (disguise.kind ?? kind) === kind).map((disguise) => {
    const random = generator(seed);
    const outcomes = fingers.map(({ touches }) => {
      const enrolled = touches.slice(0, 3).map((touch) => bare(kind, touch));
      return judged(() => disguise.record(enrolled[0]!, random), enrolled);
    });
    const count = (what: string): number => outcomes.filter(({ outcome }) => outcome === what).length;
    return {
      kind,
      disguise: disguise.name,
      isBeyond: disguise.isBeyond === true,
      copies: outcomes.length,
      refused: count('refused'),
      replays: count('replay'),
      passed: count('matched'),
      lowestScore: Math.min(...outcomes.flatMap(({ score }) => score ?? [])),
    };
  });
}

/** As the service does. */
function judged(make: () => Uint8Array | undefined, enrolled: readonly View[]): { outcome: string; score?: number } {
  let probe: View[];
  try {
    const record = make();
    if (record === undefined) return { outcome: 'refused' };
    probe = readProbe(record);
  } catch (error) {
    if (error instanceof TemplateError) return { outcome: 'refused' };
    throw error;
  }
  const compared = compareClosely(probe, enrolled);
  const { score } = compared;
  if (isCopy(probe, enrolled) || isNearCopy(probe, enrolled, compared)) return { outcome: 'replay', score };
  return { outcome: score < THRESHOLD ? 'no match' : 'matched', score };
}

/** The picture of a first touch, changed and extracted anew, is enrolled beside it. */
export function changedPictures(fingers: readonly TouchedFinger[], seed: number): Pictures[] {
  return PICTURE_CHANGES.map((one) => {
    const random = generator(seed);
    const views = fingers.flatMap((finger) => {
      const view = recordedView(one.change(finger.picture(), random));
      return view === undefined ? [] : [[finger.touches[0]!, view]];
    });
    return { change: one.name, pictures: views.length, found: views.filter((pair) => holdsOneTouchTwice(pair)).length };
  });
}

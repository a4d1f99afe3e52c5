import {
  compare,
  decodeTemplate,
  encodeTemplate,
  extract,
  ImageError,
  isGoodEnough,
  type Image,
  type View,
} from '../../../packages/fingerprint/src/index.ts';
import { platenOf, synthesizeWith, type Conditions } from '../../../packages/fingerprint/test/synthetic-conditions.ts';
import { curve, rates, sortTrials, type Trial } from '../accuracy/rates.ts';

export interface Condition {
  readonly name: string;
  readonly conditions: Conditions;
}

export interface Outcome {
  readonly name: string;
  readonly eer: number;
  readonly genuine: readonly number[];
  readonly impostors: readonly number[];
  readonly qualities: readonly number[];
  /** Minutiae of all captures, and those on the edge of the platen or outside it. */
  readonly minutiae: number;
  readonly onEdge: number;
  readonly failed: number;
  /** Captures below the quality bar by fault, `unsaid` without one. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Minutiae this close to the edge of the glass are false. */
const EDGE = 4;
const FIRST = 5000;

/** Captures of each finger under the condition against those of all fingers under it. */
export function measure({ name, conditions }: Condition, fingers: number, captures: number): Outcome {
  const views = Array.from({ length: fingers }, (_, finger) =>
    Array.from({ length: captures }, (_, impression) =>
      readView(synthesizeWith({ finger: FIRST + finger, impression, ...conditions })),
    ),
  );
  const trials: Trial[] = [];
  for (let a = 0; a < fingers; a++) {
    for (let b = a; b < fingers; b++) {
      for (let i = 0; i < captures; i++) {
        for (let j = a === b ? i + 1 : 0; j < (a === b ? captures : 1); j++)
          trials.push({ score: scoreOf(views[a]![i], views[b]![j]), genuine: a === b, fingers: [a, b] });
      }
    }
  }
  const found = views.flat().flatMap((view) => view?.minutiae ?? []);
  const { plate } = conditions;
  const onEdge = plate === undefined ? 0 : found.filter(({ x, y }) => platenOf(plate).toEdge(x, y) < EDGE).length;
  return {
    name,
    eer: rates(curve(sortTrials(trials))).eer,
    genuine: trials.filter(({ genuine }) => genuine).map(({ score }) => score),
    impostors: trials.filter(({ genuine }) => !genuine).map(({ score }) => score),
    qualities: views.flat().map((view) => view?.quality ?? 0),
    minutiae: found.length,
    onEdge,
    failed: views.flat().filter((view) => view === undefined).length,
    refused: reasons(views.flat()),
  };
}

function reasons(views: readonly (View | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const view of views) {
    if (view === undefined || isGoodEnough([view])) continue;
    const reason = view.fault ?? 'unsaid';
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}

/** A decoded view, with the fault that a record does not have. */
function readView(image: Image): View | undefined {
  try {
    const seen = extract(image);
    return { ...decodeTemplate(encodeTemplate([seen]))[0]!, ...(seen.fault && { fault: seen.fault }) };
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}

function scoreOf(one: View | undefined, other: View | undefined): number {
  return one && other ? compare(one, other) : 0;
}

import {
  areComparable,
  areOneFinger,
  compareClosely,
  encodeTemplate,
  holdsCaptureTwice,
  isCopy,
  isGoodEnough,
  loadEngine,
  readAccepted,
  readEnrollment,
  readProbe,
  THRESHOLD,
  type View,
} from '@authly/fingerprint';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { attempted } from '../runtime/attempted.ts';
import type { Inspection, MatchResult, Template } from './matcher.ts';

// Without WebAssembly the thread does not load, and the service does not start.
loadEngine();

/** Templates arrive by transfer, so this thread holds the only copy and wipes it. */
export type EngineTask =
  | { readonly task: 'inspect'; readonly template: Template }
  | { readonly task: 'compare' | 'screen'; readonly probe: Template; readonly enrolled: Template };

/** A probe and an enrollment for another matcher. */
export interface Screened {
  readonly probe: Template;
  readonly enrolled: Template;
}

export type EngineAnswer = Inspection | MatchResult | Screened;

export function work(task: EngineTask): EngineAnswer | ReturnType<typeof move> {
  const templates = task.task === 'inspect' ? [task.template] : [task.probe, task.enrolled];
  try {
    return task.task === 'inspect' ? inspect(task.template) : compare(task);
  } finally {
    // The ridge maps of the views are parts of these bytes.
    for (const template of templates) template.fill(0);
  }
}

function compare(task: EngineTask & { readonly task: 'compare' | 'screen' }): ReturnType<typeof work> {
  const probe = attempted(() => readProbe(task.probe));
  // It was inspected when it was enrolled.
  const enrolled = attempted(() => readAccepted(task.enrolled));
  // A probe tries one finger.
  if (probe === undefined || enrolled === undefined || !areOneFinger(probe)) return { failure: 'template_invalid' };
  if (!areComparable(probe, enrolled) || isCopy(probe, enrolled)) return { failure: 'template_invalid' };
  if (task.task === 'screen') return screen(probe, enrolled);
  return { matched: compareClosely(probe, enrolled) >= THRESHOLD };
}

function inspect(template: Template): Inspection {
  const views = attempted(() => readEnrollment(template));
  // Three different captures recognize a finger more often. One capture sent three times is one.
  if (views === undefined || holdsCaptureTwice(views)) return { failure: 'template_invalid' };
  if (!isGoodEnough(views)) return { failure: 'quality_too_low' };
  // Otherwise a finger of another person would match this user later.
  return areOneFinger(views) ? { fit: true } : { failure: 'template_invalid' };
}

/** Encodes both again: another matcher sees the minutiae that were checked, and no others. */
function screen(probe: readonly View[], enrolled: readonly View[]): ReturnType<typeof move> {
  const screened = { probe: encodeTemplate(probe), enrolled: encodeTemplate(enrolled) };
  // By transfer, so that no copy stays in this thread.
  return move({ [transferableSymbol]: Object.values(screened).map(({ buffer }) => buffer), [valueSymbol]: screened });
}

import {
  areComparable,
  compareClosely,
  encodeTemplate,
  holdsCaptureTwice,
  isCopy,
  isGoodEnough,
  loadEngine,
  readEnrollment,
  readProbe,
  THRESHOLD,
  type View,
} from '@authly/fingerprint';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { Inspection, Template } from './matcher.ts';

// Where WebAssembly is missing the thread does not load, and the service does not start.
loadEngine();

/** What the pool asks of this thread. Templates arrive by transfer, so that this thread holds the only copy, and are wiped. */
export type EngineTask =
  | { readonly task: 'inspect'; readonly template: Template }
  | { readonly task: 'compare' | 'screen'; readonly probe: Template; readonly enrolled: Template };

export type EngineResult = { readonly matched: boolean; readonly replayed: boolean } | { readonly invalid: true };

/** A probe and an enrollment that another matcher may compare. */
export interface Screened {
  readonly probe: Template;
  readonly enrolled: Template;
}

/** What a thread answers with. */
export type EngineAnswer = Inspection | EngineResult | Screened;

export default function work(task: EngineTask): EngineAnswer | ReturnType<typeof move> {
  if (task.task === 'inspect') return inspect(task.template);
  return task.task === 'compare' ? compareTemplates(task).result : screen(task);
}

function inspect(template: Template): Inspection {
  const views = readAndWipe(template, readEnrollment);
  // Three different captures recognize a finger more often. One capture sent three times is one.
  if (views === undefined || holdsCaptureTwice(views)) return { fit: false, failure: 'template_invalid' };
  return isGoodEnough(views) ? { fit: true } : { fit: false, failure: 'quality_too_low' };
}

interface Compared {
  readonly result: EngineResult;
  readonly probe: readonly View[];
  readonly enrolled: readonly View[];
}

const INVALID: Compared = { result: { invalid: true }, probe: [], enrolled: [] };

/** Looks for copies also where nothing matched: another matcher may decide. */
function compareTemplates(templates: Screened): Compared {
  const probe = readAndWipe(templates.probe, readProbe);
  const enrolled = readAndWipe(templates.enrolled, readEnrollment);
  if (probe === undefined || enrolled === undefined || !areComparable(probe, enrolled)) return INVALID;
  const matched = compareClosely(probe, enrolled) >= THRESHOLD;
  return { result: { matched, replayed: isCopy(probe, enrolled) }, probe, enrolled };
}

/** Encoded again: another matcher sees the minutiae that were checked, and no others. */
function screen(templates: Screened): EngineResult | ReturnType<typeof move> {
  const { result, probe, enrolled } = compareTemplates(templates);
  if ('invalid' in result || result.replayed) return result;
  const screened = { probe: encodeTemplate(probe), enrolled: encodeTemplate(enrolled) };
  // By transfer, so that no copy stays in this thread.
  return move({ [transferableSymbol]: Object.values(screened).map(({ buffer }) => buffer), [valueSymbol]: screened });
}

/** Nothing is compared that is no record, or that no finger can have made. */
function readAndWipe(template: Template, read: (record: Template) => View[]): View[] | undefined {
  try {
    return read(template);
  } catch {
    return undefined;
  } finally {
    template.fill(0);
  }
}

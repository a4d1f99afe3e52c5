import {
  areComparable,
  compare,
  encodeTemplate,
  extract,
  holdsOneTouchTwice,
  isCopy,
  isGoodEnough,
  isNearCopy,
  loadEngine,
  readEnrollment,
  readProbe,
  synthesize,
  THRESHOLD,
  type View,
} from '@authly/fingerprint';
import type { Inspection, SyntheticTouch, Template } from './matcher.ts';

// Where WebAssembly is missing the thread does not load, and the service does not start.
loadEngine();

/** What the pool asks of this thread. Templates arrive by transfer, so that this thread holds the only copy, and are wiped. */
export type EngineTask =
  | { readonly task: 'inspect'; readonly template: Template }
  | { readonly task: 'compare'; readonly probe: Template; readonly enrolled: Template }
  | { readonly task: 'synthesize'; readonly touch: SyntheticTouch };

export type EngineResult = { readonly matched: boolean; readonly replayed: boolean } | { readonly invalid: true };

export interface Synthesized {
  readonly template: Template;
}

/** What a thread answers with. */
export type EngineAnswer = Inspection | EngineResult | Synthesized;

export default function work(task: EngineTask): EngineAnswer {
  if (task.task === 'inspect') return inspect(task.template);
  if (task.task === 'compare') return compareTemplates(task.probe, task.enrolled);
  return { template: new Uint8Array(encodeTemplate([extract(synthesize(task.touch))])) };
}

function inspect(template: Template): Inspection {
  const views = readAndWipe(template, readEnrollment);
  // One touch sent three times would be enrolled as three, and a finger is known by what differs between them.
  if (views === undefined || holdsOneTouchTwice(views)) return { fit: false, failure: 'template_invalid' };
  return isGoodEnough(views) ? { fit: true } : { fit: false, failure: 'quality_too_low' };
}

function compareTemplates(probe: Template, enrolled: Template): EngineResult {
  const probeViews = readAndWipe(probe, readProbe);
  const enrolledViews = readAndWipe(enrolled, readEnrollment);
  if (probeViews === undefined || enrolledViews === undefined) return { invalid: true };
  if (!areComparable(probeViews, enrolledViews)) return { invalid: true };
  const score = compare(probeViews, enrolledViews);
  const matched = score >= THRESHOLD;
  // What does not match gains nothing from being a near copy.
  const replayed = isCopy(probeViews, enrolledViews) || (matched && isNearCopy(probeViews, enrolledViews, score));
  return { matched, replayed };
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

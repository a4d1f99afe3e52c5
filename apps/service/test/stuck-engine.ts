import type { Inspection } from '../src/capture/matcher.ts';
import type { EngineTask } from '../src/capture/engine-worker.ts';

/** A thread that inspects at once and never finishes a comparison: what a deadline is for. */
export default function work({ task }: EngineTask): Inspection {
  if (task === 'compare') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return { fit: true };
}

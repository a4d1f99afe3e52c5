import { once } from 'node:events';
import { BroadcastChannel } from 'node:worker_threads';
import type { Inspection } from '../src/capture/matcher.ts';
import type { EngineTask } from '../src/capture/engine-worker.ts';

const CHANNEL = 'a thread is stuck';

/** A thread that never finishes a comparison. */
export function work({ task }: EngineTask): Inspection {
  if (task === 'compare') {
    new BroadcastChannel(CHANNEL).postMessage('in the middle of a comparison');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return { fit: true };
}

/** Resolves when the next thread has begun a comparison. */
export async function nextStuck(): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  await once(channel, 'message');
  channel.close();
}

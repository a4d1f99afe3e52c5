import type { CallbackRequest } from '@authly/contract/app/callback';
import type { Finger } from '@authly/contract/fingers';
import type { Engine } from '../worker/engine.ts';
import type { Touch } from '../worker/jobs.ts';
import { seal } from './seal.ts';

/** All touches as one record with a view each, sealed for the finger. The record is wiped; the touches are the caller's. */
export async function sealedCapture(
  engine: Engine,
  touches: readonly Touch[],
  finger: Finger,
  capturedAt: Date,
): Promise<CallbackRequest> {
  const template = await engine.template(touches.flatMap(({ view }) => view ?? []));
  try {
    return { ...(await seal(template, finger)), captured_at: capturedAt.toISOString() };
  } finally {
    template.fill(0);
  }
}

import { encodeTemplate, isCopy, readEnrollment, type View } from '../../../packages/fingerprint/src/index.ts';
import { disturbed } from '../../../packages/fingerprint/test/finger-captures.ts';
import { probeOf } from '../attacks/judgment.ts';
import type { CapturedFinger } from './fingers.ts';

export interface Row {
  readonly what: string;
  readonly probes: number;
  /** Rejected as copies or as implausible. */
  readonly refused: number;
  /** All or none; undefined if the check promises nothing. */
  readonly wanted: 'all' | 'none' | undefined;
}

/** Every capture of a finger against every other. */
export function genuine(what: string, fingers: readonly CapturedFinger[]): Row {
  const pairs = fingers.flatMap(({ captures }) =>
    captures.flatMap((one, k) => captures.slice(k + 1).map((other) => isRefused(one, [other]))),
  );
  return { what, probes: pairs.length, refused: pairs.filter(Boolean).length, wanted: 'none' };
}

/** Maximum noise in pixels and direction steps. Copies with noise above one need not be found. */
const NOISE = [0, 1, 2, 3];

/** The first capture in another order, with noise, against an enrollment of three that has it. */
export function copies(what: string, fingers: readonly CapturedFinger[], seed: number): Row[] {
  return NOISE.map((noise) => {
    const refused = fingers.filter(({ captures }, k) =>
      isRefused(disturbed(captures[0]!, { seed: seed + k, pixels: noise, steps: noise }), captures.slice(0, 3)),
    );
    const name = `copies of ${what}, ${noise} pixels of noise`;
    return { what: name, probes: fingers.length, refused: refused.length, wanted: noise <= 1 ? 'all' : undefined };
  });
}

/** With the checks of the service. */
function isRefused(view: View, enrolled: readonly View[]): boolean {
  const probe = probeOf(encodeTemplate([view]));
  return probe === undefined || isCopy(probe.views, readEnrollment(encodeTemplate(enrolled)));
}

export const holds = ({ wanted, probes, refused }: Row): boolean =>
  wanted === undefined || refused === (wanted === 'all' ? probes : 0);

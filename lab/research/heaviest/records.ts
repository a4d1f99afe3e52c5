import {
  encodeTemplate,
  extract,
  readEnrollment,
  synthesize,
  TemplateError,
  type View,
} from '../../../packages/fingerprint/src/index.ts';
import { generator } from '../../random.ts';
import { latticeView, type Lattice } from './lattice.ts';

/** Views of the probe and of the enrollment: the most views, and the views with the most minutiae compared. */
const MOST: Views = [3, 6];
const SHAPES: readonly Views[] = [MOST, [1, 6], [2, 3]];
const JITTERS = [0, 1, 3, 5, 8, 12] as const;

type Views = readonly [probe: number, enrollment: number];

export interface Heavy {
  readonly name: string;
  readonly probe: Uint8Array;
  readonly enrollment: Uint8Array;
}

export function heavyRecords(tried: number): Heavy[] {
  return [
    ...lattices(true, tried),
    ...lattices(false, tried),
    ofFingers('one finger', () => 7),
    ofFingers('ten fingers', (k) => k),
  ];
}

/** The lattices that pass the inspection. */
function lattices(map: boolean, tried: number): Heavy[] {
  const random = generator(map ? 1 : 2);
  return Array.from({ length: tried }, (_, k) => {
    const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
    const lattice: Lattice = {
      side: 8 + Math.floor(random() * 4),
      apart: 24 + Math.floor(random() * 28),
      jitter: pick(JITTERS),
      map,
    };
    const views = SHAPES[k % SHAPES.length]!;
    const name = `${views.join(' × ')}, ${lattice.side}² minutiae ${lattice.apart} px apart ± ${lattice.jitter}${map ? ', with maps' : ''}`;
    return heavy(name, views, () => latticeView(lattice, random));
  }).filter(({ probe, enrollment }) => isAccepted(probe) && isAccepted(enrollment));
}

function ofFingers(name: string, finger: (k: number) => number): Heavy {
  return heavy(`${MOST.join(' × ')}, ${name}`, MOST, (k) => extract(synthesize({ finger: finger(k), impression: k })));
}

function heavy(name: string, [probe, enrollment]: Views, view: (k: number) => View): Heavy {
  const views = Array.from({ length: probe + enrollment }, (_, k) => view(k));
  return { name, probe: encodeTemplate(views.slice(0, probe)), enrollment: encodeTemplate(views.slice(probe)) };
}

function isAccepted(record: Uint8Array): boolean {
  try {
    readEnrollment(record);
    return true;
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}

import { encodeTemplate, type View } from '../../../packages/fingerprint/src/index.ts';
import { recordedView } from '../attacks/population.ts';
import { bentView, shear, stretch, waves, type Bend } from './bent-view.ts';
import { changedView } from './changed-view.ts';
import { drawn, withDecoys } from './redrawn.ts';

/** With ridge maps, or of another maker. */
export type Kind = 'full' | 'minutiae';

/** What is done to a stolen view before it is sent. */
export interface Disguise {
  readonly name: string;
  /** Of which records; both if absent. */
  readonly kind?: Kind;
  /** Not expected to be found: the boundary is the sealing of captures. */
  readonly isBeyond?: true;
  /** Undefined where nothing can be made of the view. */
  record(view: View, random: () => number): Uint8Array | undefined;
}

type Change = (view: View, random: () => number) => View | undefined;

const sent =
  (change: Change): Disguise['record'] =>
  (view, random) => {
    const changed = change(view, random);
    return changed && encodeTemplate([changed]);
  };

const small =
  (...how: [pixels: number, more?: Omit<Parameters<typeof changedView>[1], 'noise'>]): Disguise['record'] =>
  (view, random) =>
    sent((stolen) => changedView(stolen, { noise: { pixels: how[0], steps: how[0] }, ...how[1] }, random))(
      view,
      random,
    );

const bent = (bend: Bend): Disguise['record'] => sent((view) => bentView(view, bend));

const decoys =
  (kept: number, added: number): Change =>
  (view, random) =>
    withDecoys(changedView(view, { noise: { pixels: 1, steps: 1 } }, random), kept, added, random);

const redrawn = (wider: number): Disguise['record'] =>
  sent((view) => {
    const picture = drawn(view, wider);
    return picture && recordedView(picture);
  });

/** Two bytes of the header: the x resolution in pixels per cm. */
const statedAs =
  (pixelsPerCm: number): Disguise['record'] =>
  (view) => {
    const record = encodeTemplate([view]);
    new DataView(record.buffer).setUint16(18, pixelsPerCm);
    return record;
  };

// biome-ignore format: one row a line
export const DISGUISES: readonly Disguise[] = [
  { name: 'noise of 1 pixel', record: small(1) },
  { name: 'noise of 2 pixels', record: small(2) },
  { name: 'noise of 3 pixels', record: small(3) },
  { name: 'noise of 3 pixels, turned and shifted', record: small(3, { turn: 0.3 }) },
  { name: 'one in five replaced', record: small(1, { replaced: 0.2 }) },
  { name: 'one in five replaced, turned and shifted', record: small(1, { replaced: 0.2, turn: -0.2 }) },
  { name: 'one in five replaced, noise of 3 pixels', record: small(3, { replaced: 0.2 }) },
  { name: 'new map, noise of 2 pixels', kind: 'full', record: small(2, { newMap: 3 }) },
  { name: 'new map, one in five replaced, noise of 2 pixels', kind: 'full', record: small(2, { replaced: 0.2, newMap: 6 }) },
  { name: 'all of these, noise of 3 pixels', kind: 'full', record: small(3, { replaced: 0.2, turn: 0.1, newMap: 6 }) },
  { name: 'x resolution stated as 236 pixels per cm', record: statedAs(236) },
  { name: 'wider and shorter by 4 %', record: bent(stretch(1.04)) },
  { name: 'wider and shorter by 7 %', record: bent(stretch(1.07)) },
  { name: 'sheared by 8 %', record: bent(shear(0.08)) },
  { name: 'waves of 3 pixels', isBeyond: true, record: bent(waves(3)) },
  { name: 'waves of 5 pixels', isBeyond: true, record: bent(waves(5)) },
  { name: 'same map, 9 minutiae kept, 37 decoys', kind: 'full', isBeyond: true, record: sent(decoys(9, 37)) },
  { name: 'wider and shorter by 7 %, 14 kept, 30 decoys', kind: 'full', isBeyond: true, record: sent((view, random) => bentView(decoys(14, 30)(view, random)!, stretch(1.07))) },
  { name: 'drawn from its map', kind: 'full', isBeyond: true, record: redrawn(1) },
  { name: 'drawn from its map, 6 % wider', kind: 'full', isBeyond: true, record: redrawn(1.06) },
];

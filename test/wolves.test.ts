import { describe, expect, it } from 'vitest';
import { ATTACKERS } from '../bench/wolves/attackers.ts';
import { Gate } from '../bench/wolves/gate.ts';
import { SCORERS } from '../bench/wolves/judgement.ts';
import type { Finger } from '../bench/wolves/population.ts';
import { touch } from '../packages/fingerprint/test/finger-touches.ts';
import { wholeOrPart } from './quick.ts';

/** Attackers that make pictures take long; `npm run bench -- wolves` has them too, and many more records of each. */
const NEED_PICTURES = new Set(['averages', 'master pictures', 'parts']);
const withoutPictures = ATTACKERS.filter(({ name }) => !NEED_PICTURES.has(name));
const attackers = wholeOrPart(
  withoutPictures,
  withoutPictures.filter((_, i) => i % 3 === 0),
);

const noPicture = { width: 1, height: 1, dpi: 500, pixels: new Uint8Array(1) };
const finger = (number: number): Finger => {
  const [first, second] = [touch(number, 0), touch(number, 1)];
  // Two touches are enough here: the third would have to be grown for this test alone.
  return { name: String(number), touches: [first, second, first], picture: noPicture };
};
const fingers = (from: number, count: number): Finger[] => Array.from({ length: count }, (_, k) => finger(from + k));

const gate = new Gate(
  { trained: fingers(20, 5), measured: fingers(0, 3) },
  { records: 2, sentFirst: 2, sendAll: 0, searched: 4, practised: 1 },
);

describe.each(SCORERS)('against the scorer of %s records', (scorer) => {
  it.each(attackers.map((attacker) => [attacker.name, attacker] as const))('%s match nobody', (_, attacker) => {
    const { records, hits } = gate.outcome(gate.attack(attacker, scorer, 1));
    expect({ records, hits }).toEqual({ records: 2, hits: 0 });
  });
});

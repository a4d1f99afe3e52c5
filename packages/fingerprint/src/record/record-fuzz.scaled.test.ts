import { allOrSome } from '../../../../test/kind.ts';
import { describe, expect, it } from 'vitest';
import { decodeTemplate, encodeTemplate, TemplateError } from './index.ts';
import type { View } from '../types.ts';

const INPUTS = allOrSome(100_000, 20_000);

/** Seeded, so that a failing input can be reproduced by its number. */
const randomFrom = (seed: number): ((below: number) => number) => {
  let state = (seed + 1) * 0x9e3779b1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
};

const seedView = (minutiae: number, extended?: Uint8Array): View => ({
  width: 388,
  height: 374,
  dpi: 500,
  quality: 70,
  minutiae: Array.from({ length: minutiae }, (_, i) => ({
    x: i * 9,
    y: i * 8,
    direction: i / 7,
    type: 'ending' as const,
    quality: i,
  })),
  ...(extended && { extended }),
});

const seeds = [
  encodeTemplate([seedView(0)]),
  encodeTemplate([seedView(12)]),
  encodeTemplate([seedView(30, new Uint8Array(40).fill(9)), seedView(5)]),
  encodeTemplate([seedView(3), seedView(2, new Uint8Array(0)), seedView(1)]),
];

const randomBytes = (random: (below: number) => number): Uint8Array => {
  const bytes = Uint8Array.from({ length: random(160) }, () => random(256));
  // Half of the inputs start like a record, because random bytes would never pass the first check.
  if (random(2) === 0) bytes.set(seeds[0]!.subarray(0, Math.min(8, bytes.length)));
  return bytes;
};

const mutated = (random: (below: number) => number): Uint8Array => {
  const seed = seeds[random(seeds.length)]!;
  const lengths = [seed.length, seed.length, random(seed.length + 1), seed.length + random(20)];
  const bytes = new Uint8Array(lengths[random(4)]!);
  bytes.set(seed.subarray(0, bytes.length));
  for (let left = random(6); left > 0 && bytes.length > 0; left--)
    bytes[random(bytes.length)] = [0, 0xff, random(256)][random(3)]!;
  return bytes;
};

const inputNumber = (number: number): Uint8Array => {
  const random = randomFrom(number);
  const bytes = random(4) === 0 ? randomBytes(random) : mutated(random);
  // A correct length gets the decoder past the header.
  if (random(2) === 0 && bytes.length >= 12) new DataView(bytes.buffer).setUint32(8, bytes.length);
  return bytes;
};

/** Plain comparisons, because 100,000 matcher calls would take longer than the decoding. */
const isValid = (view: View): boolean =>
  view.width >= 1 &&
  view.height >= 1 &&
  view.dpi >= 99 &&
  view.quality >= 0 &&
  view.quality <= 100 &&
  view.minutiae.length <= 255 &&
  view.minutiae.every(
    (m) =>
      m.x >= 0 && m.x < view.width && m.y >= 0 && m.y < view.height && m.direction >= 0 && m.direction <= 2 * Math.PI,
  );

const outcome = (bytes: Uint8Array): 'valid' | 'refused' => {
  try {
    const views = decodeTemplate(bytes);
    if (views.length === 0 || !views.every(isValid)) throw new Error('decoded to an invalid template');
    encodeTemplate(views.slice(0, 16));
    return 'valid';
  } catch (error) {
    if (error instanceof TemplateError) return 'refused';
    throw error;
  }
};

describe('decodeTemplate', () => {
  it(`answers ${INPUTS} random and mutated inputs with a typed error or a valid template`, () => {
    const counts = { valid: 0, refused: 0 };
    for (let number = 0; number < INPUTS; number++) counts[outcome(inputNumber(number))]++;
    expect(counts.valid + counts.refused).toBe(INPUTS);
    // Both results must occur, or the inputs would test nothing.
    expect(counts.valid).toBeGreaterThan(INPUTS / 20);
    expect(counts.refused).toBeGreaterThan(INPUTS / 4);
  });

  it('takes no longer for a hostile record than for a valid one of the same size', () => {
    const hostile = new Uint8Array(70_000);
    hostile.set(encodeTemplate([seedView(0, new Uint8Array(0))]));
    const record = new DataView(hostile.buffer);
    record.setUint32(8, hostile.length);
    record.setUint16(28, 0xffff); // an extended block of the largest size, of empty areas only
    for (let offset = 30; offset + 4 <= hostile.length; offset += 4) record.setUint32(offset, 0x1234_0004);
    const before = process.cpuUsage();
    for (let i = 0; i < 10; i++) expect(() => decodeTemplate(hostile)).toThrow(TemplateError);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});

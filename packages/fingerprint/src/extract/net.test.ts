import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import vectors from '../../test/net-vectors.json' with { type: 'json' };
import { withKernels } from '../kernels/memory.ts';
import { CHANNELS, REFINED, SHA256, WEIGHTS } from './generated/net-weights.ts';
import { seeRidges } from './net.ts';
import { newPlane } from './plane.ts';

const bytes = Buffer.from(WEIGHTS, 'base64');

it('the weights are the ones whose training made the vectors, one set for each layer', () => {
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(SHA256);
  expect(vectors.sha256).toBe(SHA256);
  const [a, b, c, d] = CHANNELS;
  const layer = (inputs: number, outputs: number, taps = 9): number => 4 + outputs * (6 + inputs * taps);
  const down = layer(8, a) + layer(a, a) + layer(a, b) + layer(b, b) + layer(b, c) + layer(c, d);
  const up = layer(d, c, 1) + layer(c, c) + layer(c, b, 1) + layer(b, b) + layer(b, a, 1) + layer(a, a);
  const refined = REFINED[0] * layer(c, c) + REFINED[1] * layer(d, d);
  expect(bytes).toHaveLength(down + refined + up + layer(a, 4) + layer(b, 4, 1));
});

const numbersOf = (text: string): Int16Array => {
  const read = Buffer.from(text, 'base64');
  return new Int16Array(Uint8Array.from(read).buffer);
};

/** In 1024ths. */
const seen = withKernels(() => {
  const flat = newPlane(vectors.width, vectors.height);
  flat.data.set(Array.from(numbersOf(vectors.flat), (value) => value / 1024));
  const { picture, cos, sin } = seeRidges(flat);
  const units = (values: Float32Array): number[] => Array.from(values, (value) => value * 1024);
  return { picture: units(picture.data), directions: [...units(cos.data), ...units(sin.data)] };
});

it('the kernel gives the bits that PyTorch gives in whole numbers', () => {
  expect(seen.picture).toEqual([...numbersOf(vectors.picture)]);
  expect(seen.directions).toEqual([...numbersOf(vectors.directions)]);
});

it('and, but for 2 of 1024, what a plain program gives in 32-bit floats', () => {
  const apart = (some: number[], text: string): number =>
    numbersOf(text).reduce((most, value, k) => Math.max(most, Math.abs(value - some[k]!)), 0);
  expect(apart(seen.picture, vectors.float_picture)).toBeLessThanOrEqual(2);
  expect(apart(seen.directions, vectors.float_directions)).toBeLessThanOrEqual(2);
});

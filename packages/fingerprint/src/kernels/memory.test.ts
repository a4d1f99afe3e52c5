import { expect, it } from 'vitest';
import { captureOf } from '../../test/finger-captures.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { extractObserved } from '../extract/index.ts';
import { compare, extract, type Image, THRESHOLD } from '../index.ts';
import { call, newBytes, newFloats, withKernels } from './memory.ts';

const buffer = withKernels(() => newBytes(1).buffer);
const zeros = Buffer.alloc(buffer.byteLength);
const isZero = (): boolean => Buffer.from(buffer).equals(zeros);

it('the kernels’ memory is wiped after an extraction', () => {
  expect(extract(syntheticImage(0, 0)).minutiae.length).toBeGreaterThan(10);
  expect(isZero()).toBe(true);
});

it.each(['resample', 'net', 'clarity'])('and after an extraction that fails after %s', (stage) => {
  const fail = (name: string): void => {
    if (name === stage) throw new Error('as asked');
  };
  expect(() => extractObserved(syntheticImage(0, 0), fail)).toThrow('as asked');
  expect(isZero()).toBe(true);
});

it('and after a comparison', () => {
  expect(compare(captureOf(3), captureOf(3, 1))).toBeGreaterThan(THRESHOLD);
  expect(isZero()).toBe(true);
});

it('an inner use is wiped, and the outer one keeps its planes', () => {
  withKernels(() => {
    const own = newBytes(100).fill(7);
    const inner = withKernels(() => newBytes(5000).fill(8));
    expect(inner.byteOffset).toBeGreaterThan(own.byteOffset);
    expect(newBytes(2000).every((byte) => byte === 0)).toBe(true);
    expect(own.every((byte) => byte === 7)).toBe(true);
  });
  expect(isZero()).toBe(true);
});

it('arrays exist only inside withKernels, and an argument of a kernel is copied there', () => {
  expect(() => newFloats(1)).toThrow('only inside withKernels');
  withKernels(() => {
    const squares = newFloats(4);
    call('squares', Float32Array.of(1, 2, 3, 4), squares, 4);
    expect([...squares]).toEqual([1, 4, 9, 16]);
  });
});

/** Straight ridges. */
function stripes(width: number, height: number, dpi: number): Image {
  const pixels = new Uint8Array(width * height);
  for (let x = 0; x < width; x++) pixels[x] = 128 + 100 * Math.sin((x * 350) / dpi);
  for (let y = 1; y < height; y++) pixels.copyWithin(y * width, 0, width);
  return { width, height, dpi, pixels };
}

it.each([
  ['as long as images may be', 2000, 2000, 500],
  ['of a resolution that is averaged as a whole', 5900, 5900, 1490],
  ['of the lowest resolution', 288, 288, 72],
])('the memory is large enough for an image %s', (_, width, height, dpi) => {
  expect(() => extract(stripes(width, height, dpi))).not.toThrow(RangeError);
});

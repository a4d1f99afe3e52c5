import { expect, it } from 'vitest';
import { touch } from '../../test/finger-touches.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { extractObserved } from '../extract/index.ts';
import { compare, extract, THRESHOLD } from '../index.ts';
import { newBytes, run, withKernels, workRoom } from './memory.ts';

const buffer = withKernels(() => newBytes(1).buffer);
const zeros = Buffer.alloc(buffer.byteLength);
const isZero = (): boolean => Buffer.from(buffer).equals(zeros);

it('nothing of a finger is left in the kernels’ memory once it was extracted', () => {
  expect(extract(syntheticImage(0, 0)).minutiae.length).toBeGreaterThan(10);
  expect(isZero()).toBe(true);
});

it.each(['resample', 'combine', 'clarity'])('nor where extracting it fails, here after %s', (stage) => {
  const fail = (name: string): void => {
    if (name === stage) throw new Error('as asked');
  };
  expect(() => extractObserved(syntheticImage(0, 0), fail)).toThrow('as asked');
  expect(isZero()).toBe(true);
});

it('nor once it was compared', () => {
  expect(compare(touch(3), touch(3, 1))).toBeGreaterThan(THRESHOLD);
  expect(isZero()).toBe(true);
});

it('planes of an inner use are zero again for the outer one, which keeps its own', () => {
  withKernels(() => {
    const own = newBytes(100).fill(7);
    const inner = withKernels(() => newBytes(5000).fill(8));
    run(() => new Uint8Array(buffer, workRoom(300), 300).fill(9));
    expect(inner.byteOffset).toBeGreaterThan(own.byteOffset);
    expect(newBytes(2000).every((byte) => byte === 0)).toBe(true);
    expect(own.every((byte) => byte === 7)).toBe(true);
  });
  expect(isZero()).toBe(true);
});

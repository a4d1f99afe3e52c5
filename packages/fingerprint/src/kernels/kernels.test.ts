import { afterEach, describe, expect, it, vi } from 'vitest';
import { wholeOrPart } from '../../../../test/quick.ts';
import { moved } from '../../test/changed-image.ts';
import { touch } from '../../test/finger-touches.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { extractObserved } from '../extract/index.ts';
import { compare, extract, ImageError, type Image, type View } from '../index.ts';
import { load } from './load.ts';
import { useKernels } from './memory.ts';

const waves = (width: number, height: number, dpi: number): Image => ({
  width,
  height,
  dpi,
  pixels: Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return 128 + 100 * Math.sin((x + 0.3 * y + 0.001 * x * y) * 0.7);
  }),
});

const blank = (width: number, height: number): Image => ({
  width,
  height,
  dpi: 500,
  pixels: new Uint8Array(width * height).fill(200),
});

interface Seen {
  readonly stages: [name: string, data: Uint8Array][];
  readonly result: View | string;
}

/** Every bit of every stage. */
function look(image: Image): Seen {
  const stages: Seen['stages'] = [];
  try {
    const result = extractObserved(image, (name, { data }) => {
      const { buffer, byteOffset, byteLength } = data as Float32Array;
      stages.push([name, new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength))]);
    });
    return { stages, result };
  } catch (error) {
    if (error instanceof ImageError) return { stages, result: error.code };
    throw error;
  }
}

afterEach(() => {
  useKernels(true);
  vi.unstubAllGlobals();
});

describe('with the kernels and without, every stage has the same bits', () => {
  it.each<[string, () => Image]>([
    ['a finger', () => syntheticImage(0, 0)],
    ['a finger that was turned', () => moved(syntheticImage(4, 1), 0.7, 9, -5)],
    ['a finger at another resolution', () => ({ ...syntheticImage(5, 0), dpi: 430 })],
    ['waves on an image of odd sides', () => waves(301, 257, 500)],
    ['an image larger than a finger', () => wholeOrPart(waves(701, 903, 500), waves(421, 503, 500))],
    ['the smallest image that shows enough', () => waves(97, 101, 500)],
    ['no finger', () => blank(120, 90)],
  ])('%s', (_, image) => {
    expect(useKernels(true)).toBe(true);
    const fast = look(image());
    useKernels(false);
    const plain = look(image());
    expect(fast.result).toEqual(plain.result);
    expect(fast.stages.map(([name]) => name)).toEqual(plain.stages.map(([name]) => name));
    for (const [k, [name, data]] of fast.stages.entries())
      expect([name, Buffer.compare(data, plain.stages[k]![1])]).toEqual([name, 0]);
  });
});

describe('with the kernels and without, every score has the same bits', () => {
  const bare = ({ width, height, dpi, quality, minutiae }: View): View => ({ width, height, dpi, quality, minutiae });
  const [one, again, stranger] = [touch(3), touch(3, 1), touch(4)];

  it.each<[string, View | View[], View | View[]]>([
    ['one finger', one, again],
    ['two fingers', one, stranger],
    ['minutiae alone', bare(one), bare(again)],
    ['minutiae alone, and ridges too', bare(one), again],
    ['a touch and several', again, [one, touch(3, 2), stranger]],
    ['a map without a cell', { ...one, extended: Uint8Array.of(1, 0, 0, 0, 0, 0, 5) }, again],
    [
      'a map of directions that there are not',
      { ...one, extended: one.extended!.map((byte, k) => (k > 6 ? 250 : byte)) },
      again,
    ],
    ['minutiae between pixels', { ...one, dpi: 490 }, again],
    ['no minutiae', { ...one, minutiae: [] }, again],
    ['hardly any minutiae', { ...one, minutiae: one.minutiae.slice(0, 3) }, again],
  ])('%s', (_, probe, candidate) => {
    expect(useKernels(true)).toBe(true);
    const fast = compare(probe, candidate);
    useKernels(false);
    expect(fast).toBe(compare(probe, candidate));
  });
});

describe('TypeScript does it', () => {
  it('where there is no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(load(65_536)).toBeUndefined();
  });

  it('where a page forbids it, or it has no vectors', () => {
    const refuse = vi.fn<() => never>(() => {
      throw new Error('Refused to compile');
    });
    vi.stubGlobal('WebAssembly', { Memory: vi.fn<() => void>(), Module: refuse, Instance: refuse });
    expect(load(65_536)).toBeUndefined();
    expect(refuse).toHaveBeenCalledTimes(1);
  });
});

it('an extraction inside another one leaves its planes alone', () => {
  const image = syntheticImage(0, 0);
  const alone = look(image);
  const stages: [string, Uint8Array][] = [];
  extractObserved(image, (name, { data }) => {
    if (name === 'lines') extract(syntheticImage(5, 0));
    const { buffer, byteOffset, byteLength } = data as Float32Array;
    stages.push([name, new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength))]);
  });
  for (const [k, [name, data]] of alone.stages.entries())
    expect([name, Buffer.compare(data, stages[k]![1])]).toEqual([name, 0]);
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { UnsupportedRuntimeError } from '../errors.ts';
import { extractObserved } from '../extract/index.ts';
import { extract } from '../index.ts';
import { load } from './memory.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the engine is not supported', () => {
  it('without WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(() => load(65_536)).toThrow(UnsupportedRuntimeError);
    expect(() => load(65_536)).toThrow('this runtime has no WebAssembly');
  });

  it('if a page forbids WebAssembly, or it has no vectors', () => {
    const refuse = vi.fn<() => never>(() => {
      throw new Error('Refused to compile');
    });
    vi.stubGlobal('WebAssembly', { Memory: vi.fn<() => void>(), Module: refuse, Instance: refuse });
    expect(() => load(65_536)).toThrow('this runtime cannot compile the kernels');
  });
});

it('an extraction inside another one does not change its planes', () => {
  const image = syntheticImage(0, 0);
  const stagesOf = (during: (stage: string) => void): [name: string, data: Buffer][] => {
    const stages: [string, Buffer][] = [];
    extractObserved(image, (name, { data }) => {
      during(name);
      const { buffer, byteOffset, byteLength } = data as Float32Array;
      stages.push([name, Buffer.from(buffer.slice(byteOffset, byteOffset + byteLength))]);
    });
    return stages;
  };
  const alone = stagesOf(() => undefined);
  const around = stagesOf((name) => name === 'lines' && extract(syntheticImage(5, 0)));
  for (const [k, [name, data]] of alone.entries()) expect([name, around[k]![1].equals(data)]).toEqual([name, true]);
});

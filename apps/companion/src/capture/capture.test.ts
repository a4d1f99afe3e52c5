import { FINGERS } from '@authly/contract/fingers';
import { compare, encodeTemplate, THRESHOLD } from '@authly/fingerprint';
import { describe, expect, it } from 'vitest';
import { touch } from '../../../../packages/fingerprint/test/finger-touches.ts';
import { BestFrame, FRAMES } from './best-frame.ts';
import { clarityOf } from './clarity.ts';
import { nextImpression, PERSONS, syntheticFinger } from './drawer-fingers.ts';
import { guideArea } from './guide.ts';
import { mayHaveReader } from './reader.tsx';
import { SHARP_ENOUGH } from '../picture/sharpness.ts';

const memoryStorage = (): Pick<Storage, 'getItem' | 'setItem'> => {
  const stored = new Map<string, string>();
  return { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) };
};

describe('the drawer of synthetic fingers', () => {
  it('each press is another impression, and a device that has not counted begins anywhere', () => {
    const storage = memoryStorage();
    expect(nextImpression(storage, 0.5)).toBe(500_000);
    expect(nextImpression(storage, 0.1)).toBe(500_001);
    expect(nextImpression(undefined, 0.25)).toBe(250_000);
  });

  it('has another finger for each name and person', () => {
    const fingers = PERSONS.flatMap((person) => FINGERS.map((finger) => syntheticFinger(person, finger)));
    expect(new Set(fingers).size).toBe(8);
  });

  it.each(FINGERS)('%s matches itself and not the same finger of the other person', (finger) => {
    const first = touch(syntheticFinger('a', finger), 3);
    expect(compare(first, touch(syntheticFinger('a', finger), 4))).toBeGreaterThanOrEqual(THRESHOLD);
    expect(compare(first, touch(syntheticFinger('b', finger), 3))).toBeLessThan(20);
  });

  it('three touches fit into one record', () => {
    const template = encodeTemplate([3, 4, 5].map((impression) => touch(syntheticFinger('a', 'RI'), impression)));
    expect(template.length).toBeLessThan(100_000);
  });
});

describe('the clarity of a touch', () => {
  it('clear ridges are not enough', () => {
    const clarity = [
      [0, 0],
      [95, 3],
      [80, 40],
    ].map(([quality, minutiaeCount]) => clarityOf({ quality: quality!, minutiaeCount: minutiaeCount! }));
    expect(clarity).toEqual([0, 12, 80]);
  });
});

describe('the camera', () => {
  it('takes the sharpest of several sharp frames and discards the others', () => {
    const discarded: number[] = [];
    const best = new BestFrame<number>((frame) => discarded.push(frame));
    const offers = [3, 5, 9, 4, 3].map((sharpness, i) => best.offer(sharpness, () => i));
    expect(offers).toEqual([...Array<undefined>(FRAMES - 1), 2]);
    expect(discarded).toEqual([0, 1]);
  });

  it('begins anew when the picture blurs in between', () => {
    const best = new BestFrame<number>(() => {});
    const offers = [9, 9, 9, SHARP_ENOUGH / 2, 3, 3, 3, 3].map((sharpness, i) => best.offer(sharpness, () => i));
    expect(offers.every((offer) => offer === undefined)).toBe(true);
    expect(best.offer(4, () => 8)).toBe(8);
  });

  it('takes what there is when the person says now', () => {
    const best = new BestFrame<number>(() => {});
    best.takeNow();
    const offers = [0, 0.5, 0.1, 0, 0].map((sharpness, i) => best.offer(sharpness, () => i));
    expect(offers.at(-1)).toBe(1);
  });

  it('looks at the middle of what it sees, upright and sideways', () => {
    expect(guideArea(1200, 1600)).toEqual({ x: 96, y: 128, width: 1008, height: 1344 });
    const { width, height } = guideArea(1600, 1200);
    expect([width / height, height / 1200].map((part) => part.toFixed(2))).toEqual(['0.75', '0.84']);
  });
});

it('a reader is offered on desks and counters, not on phones', () => {
  const offered = [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1',
  ].map(mayHaveReader);
  expect(offered).toEqual([true, true, false, false]);
});

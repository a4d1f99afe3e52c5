import { FINGERS } from '@authly/contract/wire/fingers';
import { compare, THRESHOLD, type PhotoFault } from '@authly/fingerprint';
import type { PageStorage } from '@authly/ui/storage.ts';
import { describe, expect, it } from 'vitest';
import { captureOf } from '../../../../packages/fingerprint/test/finger-captures.ts';
import { SteadyHint } from './camera-hint.ts';
import { clarityOf } from '../screens/review.tsx';
import type { Look } from '../worker/messages.ts';
import { outlineMatrix, visibleArea } from './guide.tsx';
import { isPhone } from './is-phone.ts';
import { nextImpression, syntheticFinger } from './synthetic-fingers.ts';

const memoryStorage = (): PageStorage => {
  const stored = new Map<string, string>();
  return { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) };
};

describe('the synthetic fingers', () => {
  it('each capture is another impression; a new device starts at a random one', () => {
    const storage = memoryStorage();
    expect(nextImpression(storage, 0.5)).toBe(500_000);
    expect(nextImpression(storage, 0.1)).toBe(500_001);
    expect(nextImpression({ get: () => undefined, set: () => {} }, 0.25)).toBe(250_000);
  });

  it.each(FINGERS)('%s matches itself and not the same finger of the other person', (finger) => {
    const first = captureOf(syntheticFinger('a', finger), 3);
    expect(compare(first, captureOf(syntheticFinger('a', finger), 4))).toBeGreaterThanOrEqual(THRESHOLD);
    expect(compare(first, captureOf(syntheticFinger('b', finger), 3))).toBeLessThan(30);
  });
});

describe('the clarity of a capture', () => {
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
  const seen = (fault?: PhotoFault): Look => ({
    fault,
    finger: undefined,
    width: 300,
    height: 400,
    progress: 0,
    isReady: false,
  });

  it('shows a hint after two equal frames, and at once when the finger is sharp', () => {
    const hint = new SteadyHint();
    const faults: (PhotoFault | undefined)[] = [
      'too_far',
      'too_far',
      'blurred',
      'too_far',
      'blurred',
      'blurred',
      undefined,
    ];
    expect(faults.map((fault) => hint.after(seen(fault)))).toEqual([
      'camera_lead',
      'fault_too_far',
      'fault_too_far',
      'fault_too_far',
      'fault_too_far',
      'fault_blurred',
      'camera_sharp',
    ]);
  });

  it('draws the outline at the finger’s place and angle', () => {
    const upright = outlineMatrix({ tip: { x: 100, y: 40 }, down: { x: 0, y: 1 }, width: 80 });
    expect(upright.map((value) => value + 0)).toEqual([80, 0, 0, 80, 100, 40]);
    const fromTheRight = outlineMatrix({ tip: { x: 0, y: 40 }, down: { x: 1, y: 0 }, width: 80 });
    expect(fromTheRight).toEqual([0, -80, 80, 0, 0, 40]);
  });

  it('uses the visible part of the frame: upright, sideways and square', () => {
    expect(visibleArea(1200, 1600, 3 / 4)).toEqual({ x: 0, y: 0, width: 1200, height: 1600 });
    expect(visibleArea(1600, 1200, 3 / 4)).toEqual({ x: 350, y: 0, width: 900, height: 1200 });
    expect(visibleArea(1200, 1600, 1)).toEqual({ x: 0, y: 200, width: 1200, height: 1200 });
  });
});

it('distinguishes phones from computers', () => {
  const phones = [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1',
  ].map(isPhone);
  expect(phones).toEqual([false, false, true, true]);
});

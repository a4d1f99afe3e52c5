import { describe, expect, it } from 'vitest';
import { cut } from '../../test/changed-image.ts';
import { synthesizeWith, type Conditions } from '../../test/synthetic-conditions.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { CELL, PAD } from '../constants.ts';
import { extract, isGoodEnough, type Image } from '../index.ts';
import { captureFault } from './fault.ts';
import { MEASURE_NAMES, type Measures } from './quality-measures.ts';

const FINGER = 2;
const finger = syntheticImage(FINGER, 0);
const captured = (conditions: Conditions): Image => synthesizeWith({ finger: FINGER, impression: 0, ...conditions });

describe('a capture below the quality bar has a fault', () => {
  it.each([
    ['too_small', 'the middle of a fingertip alone', () => cut(finger, 120, 140, 110, 110)],
    ['too_wet', 'ridges that flow together', () => captured({ skin: 'wet', moisture: 2 })],
    ['too_dry', 'ridges in dots', () => captured({ skin: 'dry', moisture: 4 })],
    ['at_edge', 'a fingertip half beyond the glass', () => captured({ shift: [0, 220] })],
    ['at_edge', 'the same at a corner', () => captured({ shift: [130, 170] })],
  ] as const)('%s: %s', (fault, _, image) => {
    const view = extract(image());
    expect(view.fault).toBe(fault);
    expect(isGoodEnough([view])).toBe(false);
  });
});

describe('a capture above the quality bar has no fault', () => {
  it.each([
    ['as most are', () => finger],
    ['a little wet', () => captured({ skin: 'wet', moisture: 0.5 })],
    ['a little dry', () => captured({ skin: 'dry', moisture: 0.5 })],
    ['a little off the middle', () => captured({ shift: [-40, 40] })],
  ] as const)('%s', (_, image) => {
    const view = extract(image());
    expect('fault' in view).toBe(false);
    expect(isGoodEnough([view])).toBe(true);
  });
});

describe('a finger cut off at the lower side, with little visible around its strongest bend', () => {
  const side = 300;
  const cells = side / CELL + (2 * PAD) / CELL;
  const usual = Object.fromEntries(MEASURE_NAMES.map((name) => [name, 0])) as Record<keyof Measures, number>;
  const faultOf = (bend: number, width: number): ReturnType<typeof captureFault> =>
    captureFault({
      mask: {
        width: cells,
        height: cells,
        data: Uint8Array.from({ length: cells ** 2 }, (_, i) => {
          const [x, y] = [(i % cells) - cells / 2, Math.floor(i / cells)];
          return Math.abs(x) < width / CELL / 2 && y >= PAD / CELL + 10 && y < cells - PAD / CELL ? 1 : 0;
        }),
      },
      moisture: { skewness: 0, wetShare: 0 },
      measures: { ...usual, coherence: 0.7, confirmed: 0.8, steady: -0.02, narrowest: 8, farAroundCore: 0.6, bend },
      minutiae: 30,
      picture: { width: side, height: side, data: new Float32Array(side ** 2).fill(128) },
    });

  it.each([
    ['at_edge', 'with a core', 0.6, 250],
    ['at_edge', 'without a core, and narrow', 0.35, 140],
    ['at_edge', 'all ridges straight, and narrow', 0.1, 140],
    [undefined, 'an arch without a core, fully visible around its middle', 0.35, 250],
  ] as const)('%s: %s', (fault, _, bend, width) => {
    expect(faultOf(bend, width)).toBe(fault);
  });
});

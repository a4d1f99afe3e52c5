import { describe, expect, it } from 'vitest';
import { cut } from '../../test/changed-image.ts';
import { synthesizeWith, type Conditions } from '../../test/synthetic-conditions.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { extract, isGoodEnough, type Image } from '../index.ts';

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

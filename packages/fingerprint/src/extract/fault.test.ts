import { describe, expect, it } from 'vitest';
import { cut } from '../../test/changed-image.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { extract, isGoodEnough, synthesize, type Image } from '../index.ts';

const FINGER = 2;
const finger = syntheticImage(FINGER, 0);
const touched = (conditions: Partial<Parameters<typeof synthesize>[0]>): Image =>
  synthesize({ finger: FINGER, impression: 0, ...conditions });

describe('a touch below the bar says what to do better', () => {
  it.each([
    ['too_small', 'the middle of a fingertip alone', () => cut(finger, 120, 140, 110, 110)],
    ['too_wet', 'ridges that flow together', () => touched({ skin: 'wet', moisture: 2.5 })],
    ['too_dry', 'ridges in dots', () => touched({ skin: 'dry', moisture: 4 })],
    ['at_edge', 'a fingertip half beyond the glass', () => touched({ shift: [0, 220] })],
    ['at_edge', 'the same at a corner', () => touched({ shift: [130, 170] })],
  ] as const)('%s: %s', (fault, _, image) => {
    const view = extract(image());
    expect(view.fault).toBe(fault);
    expect(isGoodEnough([view])).toBe(false);
  });
});

describe('a touch above the bar has no fault', () => {
  it.each([
    ['as most are', () => finger],
    ['a little wet', () => touched({ skin: 'wet', moisture: 0.5 })],
    ['a little dry', () => touched({ skin: 'dry', moisture: 0.5 })],
    ['a little off the middle', () => touched({ shift: [-40, 40] })],
  ] as const)('%s', (_, image) => {
    const view = extract(image());
    expect('fault' in view).toBe(false);
    expect(isGoodEnough([view])).toBe(true);
  });
});

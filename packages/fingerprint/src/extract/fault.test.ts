import { describe, expect, it } from 'vitest';
import { cut } from '../../test/changed-image.ts';
import { syntheticImage } from '../../test/synthetic-records.ts';
import { extract, synthesize } from '../index.ts';

const finger = syntheticImage(2, 0);

describe('a touch below the bar says what to do better', () => {
  it('too small: the middle of a fingertip alone', () => {
    expect(extract(cut(finger, 120, 140, 110, 110)).fault).toBe('too_small');
  });
});

it('a touch above the bar has no fault', () => {
  expect('fault' in extract(finger)).toBe(false);
  expect(synthesize({ finger: 2, impression: 0 }).pixels).toEqual(finger.pixels);
});

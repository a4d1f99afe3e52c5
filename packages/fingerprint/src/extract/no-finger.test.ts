import { expect, it } from 'vitest';
import { THINGS } from '../../test/things.ts';
import { extract, isGoodEnough, QUALITY_BAR } from '../index.ts';

it.each(THINGS)('not good enough, with fault %s: %s', (fault, _, image) => {
  const view = extract(image());
  expect(isGoodEnough([view])).toBe(false);
  expect(view.quality).toBeLessThan(QUALITY_BAR.quality);
  expect(view.fault).toBe(fault);
});

import type { Plane } from '../extract/plane.ts';
import { FAULT, FINGER, RIDGES } from './constants.ts';
import { printOf } from './even-light.ts';
import { placeFinger } from './finger-place.ts';
import { frameFinger, scaleByWidth, type Frame } from './frame.ts';
import { lightFault } from './light.ts';
import { clearNodes, commonPeriod, meanClarity, readRidges, totalClarity, type RidgeGrid } from './ridges.ts';
import { findSkin } from './skin.ts';
import { checkPhoto, smallCopy } from './small-copy.ts';
import type { FingerPlace, Photo, PhotoFault, PhotoReading } from './types.ts';

export type { FingerPlace, Photo, PhotoFault, PhotoReading, RidgeMeasure } from './types.ts';

/**
 * A finger photographed by a phone → the print that a sensor would have taken of it, or a reason why not. The scale is not known from the
 * picture: it is estimated by the finger's width, then by its ridges.
 */
export function fromPhoto(photo: Photo): PhotoReading {
  checkPhoto(photo);
  const small = smallCopy(photo);
  const mask = findSkin(small);
  if (mask === undefined) return { fault: 'nothing_there' };
  const finger = enlarged(placeFinger(mask), small.factor);
  if (finger.width < FINGER.minWidthPixels) return { fault: mask.colourful ? 'too_far' : 'nothing_there', finger };
  const frameAt = (scale: number): Seen => clearest(frameFinger(photo, mask, small.factor, finger, scale));
  const byWidth = scaleByWidth(finger);
  const period = commonPeriod(frameAt(byWidth).grid);
  const unclear = (): PhotoFault => lightFault(small, mask) ?? (mask.colourful ? 'blurred' : 'nothing_there');
  if (period === undefined) return { fault: unclear(), finger };
  const seen = frameAt(byWidth * (period / RIDGES.usualPeriod) ** RIDGES.periodWeight);
  const ridges = { sharpness: Math.round(100 * meanClarity(seen.grid)), period: period * byWidth };
  if (ridges.sharpness < FAULT.minSharpness) return { fault: unclear(), finger, ridges };
  if (clearNodes(seen.grid) < FAULT.minClearNodes) return { fault: 'worn', finger, ridges };
  return { image: printOf(seen.channel, seen.frame.inside, seen.grid), finger, ridges };
}

interface Seen {
  readonly frame: Frame;
  readonly channel: Plane;
  readonly grid: RidgeGrid;
}

/** The colour in which the ridges stand out most. */
function clearest(frame: Frame): Seen {
  const seen = frame.colours.map((channel) => ({ frame, channel, grid: readRidges(channel, frame.inside) }));
  return seen.reduce((best, each) => (totalClarity(each.grid) > totalClarity(best.grid) ? each : best));
}

const enlarged = ({ tip, down, width }: FingerPlace, factor: number): FingerPlace => ({
  tip: { x: tip.x * factor, y: tip.y * factor },
  down,
  width: width * factor,
});

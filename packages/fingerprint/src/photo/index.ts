import { withKernels } from '../kernels/memory.ts';
import { QUALITY_BAR } from '../quality-bar.ts';
import { FAULT, FINGER, RIDGES } from './constants.ts';
import { printOf } from './even-light.ts';
import { placeFinger } from './finger-place.ts';
import { frameFinger, scaleByWidth, type Channel, type Frame } from './frame.ts';
import { lightFault } from './light.ts';
import { clearNodes, commonPeriod, meanClarity, readRidges, totalClarity } from './ridges.ts';
import { findSkin } from './skin.ts';
import { checkPhoto, smallCopy, wipe, type SmallCopy } from './small-copy.ts';
import type { FingerPlace, Photo, PhotoFault, PhotoReading } from './types.ts';

export type { FingerPlace, Photo, PhotoFault, PhotoReading, RidgeMeasure } from './types.ts';

/**
 * A finger photographed by a phone → the print that a sensor would have taken of it, or a reason why not. The scale is not known from the
 * picture: it is estimated by the finger's width, then by its ridges. What was computed on the way is wiped.
 */
export function fromPhoto(photo: Photo): PhotoReading {
  checkPhoto(photo);
  const small = smallCopy(photo);
  try {
    return withKernels(() => readPhoto(photo, small));
  } finally {
    wipe(small);
  }
}

function readPhoto(photo: Photo, small: SmallCopy): PhotoReading {
  const mask = findSkin(small);
  if (mask === undefined) return { fault: 'nothing_there' };
  const finger = enlarged(placeFinger(mask), small.factor);
  if (finger.width < FINGER.minWidthPixels) return { fault: mask.colourful ? 'too_far' : 'nothing_there', finger };
  const frameAt = (scale: number, channels: readonly Channel[]): Frame =>
    frameFinger(photo, mask, small.factor, finger, scale, channels);
  const byWidth = scaleByWidth(finger);
  const { channel, period } = clearest(frameAt(byWidth, CHANNELS));
  const unclear = (): PhotoFault => lightFault(small, mask) ?? (mask.colourful ? 'blurred' : 'nothing_there');
  // Of a finger that fills the picture, if it is one, nothing shows where it lies but its ridges.
  const seen = mask.fills ? {} : { finger };
  if (period === undefined) return { fault: unclear(), ...seen };
  const { colours, inside } = frameAt(byWidth * (period / RIDGES.usualPeriod) ** RIDGES.periodWeight, [channel]);
  const grid = readRidges(colours[0]!, inside);
  const ridges = { sharpness: Math.round(100 * meanClarity(grid)), period: period * byWidth };
  if (ridges.sharpness < FAULT.minSharpness) return { fault: unclear(), ...seen, ridges };
  if (clearNodes(grid) < FAULT.minClearNodes) return { fault: 'worn', finger, ridges };
  const print = printOf(colours[0]!, inside, grid, mask.isInk);
  return { image: { ...print, quality: qualityOf(ridges.sharpness) }, finger, ridges };
}

const CHANNELS: readonly Channel[] = [0, 1, 2];

/** The colour in which the ridges stand out most, and their period there. Some of the places that can be read are enough to tell. */
function clearest({ colours, inside }: Frame): { channel: Channel; period: number | undefined } {
  const grids = colours.map((colour) => readRidges(colour, inside, RIDGES.firstLook));
  const clarity = grids.map(totalClarity);
  const channel = clarity.indexOf(Math.max(...clarity)) as Channel;
  return { channel, period: commonPeriod(grids[channel]!) };
}

/** On the scale of touches: what is just sharp enough is just good enough. */
const qualityOf = (sharpness: number): number =>
  Math.min(100, QUALITY_BAR.quality + FAULT.qualityPerSharpness * (sharpness - FAULT.minSharpness));

const enlarged = ({ tip, down, width }: FingerPlace, factor: number): FingerPlace => ({
  tip: { x: tip.x * factor, y: tip.y * factor },
  down,
  width: width * factor,
});

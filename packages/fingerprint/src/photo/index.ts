import { withKernels } from '../kernels/memory.ts';
import { QUALITY_BAR } from '../quality-bar.ts';
import { FAULT, FINGER, RIDGES } from './constants.ts';
import { placeFinger } from './finger-place.ts';
import { frameFinger, scaleByWidth, type Channel, type Frame } from './frame.ts';
import { evenLight, lightFault } from './light.ts';
import { clearNodes, commonPeriod, meanClarity, readRidges, totalClarity } from './ridges.ts';
import { findSkin } from './skin.ts';
import { checkPhoto, smallCopy, wipe, type SmallCopy } from './small-copy.ts';
import type { FingerPlace, Photo, PhotoFault, PhotoReading } from './types.ts';

export type { FingerPlace, Photo, PhotoFault, PhotoReading, RidgeMeasure } from './types.ts';

/**
 * A photo of a finger → the image that a sensor would have captured, or the reason why not. The scale is estimated by the finger's
 * width, then by its ridges. All intermediate data is wiped.
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
  // Only ridges could locate a finger that fills the picture.
  const seen = mask.fills ? {} : { finger };
  if (period === undefined) return { fault: unclear(), ...seen };
  const { colours, inside } = frameAt(byWidth * (period / RIDGES.usualPeriod) ** RIDGES.periodWeight, [channel]);
  const grid = readRidges(colours[0]!, inside);
  const ridges = { sharpness: Math.round(100 * meanClarity(grid)), period: period * byWidth };
  if (ridges.sharpness < FAULT.minSharpness) return { fault: unclear(), ...seen, ridges };
  if (clearNodes(grid) < FAULT.minClearNodes) return { fault: 'worn', finger, ridges };
  const image = evenLight(colours[0]!, inside, grid, mask.isInked);
  return { image: { ...image, quality: qualityOf(ridges.sharpness) }, finger, ridges };
}

const CHANNELS: readonly Channel[] = [0, 1, 2];

/** The colour with the clearest ridges, and their period. A sample of the nodes is enough. */
function clearest({ colours, inside }: Frame): { channel: Channel; period: number | undefined } {
  const grids = colours.map((colour) => readRidges(colour, inside, RIDGES.firstLook));
  const clarity = grids.map(totalClarity);
  const channel = clarity.indexOf(Math.max(...clarity)) as Channel;
  return { channel, period: commonPeriod(grids[channel]!) };
}

/** On the scale of sensor captures: a photo that is just sharp enough is just good enough. */
const qualityOf = (sharpness: number): number =>
  Math.min(100, QUALITY_BAR.quality + FAULT.qualityPerSharpness * (sharpness - FAULT.minSharpness));

const enlarged = ({ tip, down, width }: FingerPlace, factor: number): FingerPlace => ({
  tip: { x: tip.x * factor, y: tip.y * factor },
  down,
  width: width * factor,
});

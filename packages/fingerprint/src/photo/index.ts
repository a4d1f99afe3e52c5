import { withKernels } from '../kernels/memory.ts';
import { QUALITY_BAR } from '../quality-bar.ts';
import { FAULT, FINGER, RIDGES } from './constants.ts';
import { placeFinger, placeHand } from './finger-place.ts';
import { frameFinger, scaleByWidth, type Channel, type Frame } from './frame.ts';
import { evenLight, lightFault } from './light.ts';
import { clarityOf, commonPeriod, flowOf, totalClarity, type RidgeGrid } from './ridge-grid.ts';
import { readRidges } from './ridges.ts';
import { findSkin } from './skin.ts';
import { checkPhoto, smallCopy, wipe, type SmallCopy } from './small-copy.ts';
import type { FingerPlace, Photo, PhotoReading } from './types.ts';

export type { FingerPlace, Photo, PhotoFault, PhotoReading } from './types.ts';

/** The scale is estimated by the finger's width, then by its ridges. All intermediate data is wiped. */
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
  if (mask === undefined) return { fault: lightFault(small) ?? 'nothing_there' };
  const finger = enlarged(placeFinger(mask), small.factor);
  const light = lightFault(small, mask);
  // In glaring or very little light only a part of the finger is as red as skin.
  if (finger.width < FINGER.minWidthPixels) return { fault: light ?? 'too_far', finger };
  const frameAt = (scale: number, channels: readonly Channel[]): Frame =>
    frameFinger(photo, mask, small.factor, finger, scale, channels);
  const byWidth = scaleByWidth(finger);
  const { channel, period = RIDGES.usualPeriod } = clearest(frameAt(byWidth, CHANNELS));
  const gridAt = (scale: number): { frame: Frame; grid: RidgeGrid } => {
    const frame = frameAt(scale, [channel]);
    return { frame, grid: readRidges(frame.colors[0]!, frame.inside) };
  };
  const { frame, grid } = gridAt(byWidth * (period / RIDGES.usualPeriod) ** RIDGES.periodWeight);
  const ridges = { sharpness: sharpnessOf(grid), period: period * byWidth };
  if (ridges.period < RIDGES.minPixels) return { fault: light ?? 'too_far', finger, ridges };
  const isTextured = grid.textured >= FAULT.minTextured * grid.nodes;
  const isReadable = isFinger(grid) && finger.width <= FINGER.maxRidges * ridges.period;
  if (isReadable && (isTextured || light === undefined)) {
    const image = evenLight(frame.colors[0]!, frame.inside, grid);
    return { image: { ...image, quality: qualityOf(ridges.sharpness) }, finger, ridges };
  }
  // Only ridges could locate a finger that fills the picture.
  const seen = { ridges, ...(mask.fills ? {} : { finger }) };
  if (isTextured && showsHand(photo, small, channel)) return { fault: 'several_fingers', ...seen };
  if (ridges.sharpness >= FAULT.minSharpness && !isReadable) return { fault: 'nothing_there', ...seen };
  return { fault: light ?? 'blurred', ...seen };
}

function showsHand(photo: Photo, small: SmallCopy, channel: Channel): boolean {
  const mask = findSkin(small, 'wood');
  if (mask === undefined) return false;
  const hand = enlarged(placeHand(mask), small.factor);
  const scale = scaleByWidth(hand) * FINGER.partOfHand;
  const { colors, inside } = frameFinger(photo, mask, small.factor, hand, scale, [channel]);
  return isFinger(readRidges(colors[0]!, inside));
}

/** Ridges of skin are clear and bend. A texture has no common direction, stripes have only one. */
function isFinger(grid: RidgeGrid): boolean {
  const { smoothness, straightness } = flowOf(grid);
  return (
    sharpnessOf(grid) >= FAULT.minSharpness &&
    smoothness >= FAULT.minSmoothness &&
    straightness <= FAULT.maxStraightness
  );
}

const sharpnessOf = (grid: RidgeGrid): number => Math.round(100 * clarityOf(grid));

const CHANNELS: readonly Channel[] = [0, 1, 2];

function clearest({ colors, inside }: Frame): { channel: Channel; period: number | undefined } {
  const grids = colors.map((color) => readRidges(color, inside, RIDGES.firstLook));
  const clarity = grids.map(totalClarity);
  const channel = clarity.indexOf(Math.max(...clarity)) as Channel;
  return { channel, period: commonPeriod(grids[channel]!) };
}

/** On the scale of sensor captures: a photo that is just sharp enough has the minimum quality. */
const qualityOf = (sharpness: number): number =>
  Math.min(100, QUALITY_BAR.quality + FAULT.qualityPerSharpness * (sharpness - FAULT.minSharpness));

const enlarged = ({ tip, down, width }: FingerPlace, factor: number): FingerPlace => ({
  tip: { x: tip.x * factor, y: tip.y * factor },
  down,
  width: width * factor,
});

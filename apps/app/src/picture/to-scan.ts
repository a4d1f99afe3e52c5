import { fromPhoto, type Image, type PhotoFault } from '@authly/fingerprint';
import { colourfulness, crop, inverted, shrink, toGray, type Gray, type Picture } from './gray.ts';
import { ridgesAreLight } from './polarity.ts';
import { findRidges, type Ridges } from './ridges.ts';

/** Pictures above it are in colour: a finger on a gray table has 0.1, a gray scan that was saved in colour 0.02. */
export const COLOURFUL = 0.06;
/** At 500 dpi the ridges of an adult's finger repeat every 9 pixels or so. */
const USUAL_PERIOD = 9;
const SCAN = { dpi: 500, maxSide: 1000, minPeriod: 6.5, maxPeriod: 12.5 } as const;
/** Without ridges to measure by, the finger is taken to fill the picture: a fingertip is about 18 mm wide. */
const FINGERTIP_INCHES = 0.71;
/** What is cut out around the middle of the ridges: 33 × 41 mm, more than any fingertip. */
const CROP = { width: 650, height: 810 } as const;
/** Ridges are measured in these sizes; in one of them the ridges are as wide as the search expects. */
const SIDES = [448, 896, 1792] as const;

/** A picture in colour is a photo of a finger; a gray one is a scan, or a photo of a scan. */
export function imageOfPicture(picture: Picture): Image | PhotoFault {
  if (colourfulness(picture) < COLOURFUL) return toScan(picture);
  const reading = fromPhoto(picture);
  return 'fault' in reading ? reading.fault : reading.image;
}

/**
 * A scan, or a gray picture of one → a gray image with dark ridges whose resolution is known.
 *
 * The rule: a picture no longer than 1000 pixels whose ridges repeat every 6.5 to 12.5 pixels is a scan at 500 dpi, and taken as it
 * is. Anything else has an unknown distance, so its scale is set by its own ridges: their common period is taken to be 9 pixels
 * at 500 dpi. A finger with unusually wide ridges is then a little too small each time, in the same way at enrollment and at
 * verification.
 */
export function toScan(picture: Picture): Image {
  const gray = toGray(picture);
  const ridges = measure(gray);
  const isScan =
    ridges !== undefined &&
    Math.max(gray.width, gray.height) <= SCAN.maxSide &&
    ridges.period >= SCAN.minPeriod &&
    ridges.period <= SCAN.maxPeriod;
  const dpi = isScan ? SCAN.dpi : dpiOf(gray, ridges);
  const cropped = cropAround(gray, ridges, dpi / SCAN.dpi);
  const upright = ridgesAreLight(atScanSize(cropped, dpi)) ? inverted(cropped) : cropped;
  if (upright !== cropped) cropped.pixels.fill(0);
  if (cropped !== gray) gray.pixels.fill(0);
  return { ...upright, dpi };
}

function dpiOf({ width }: Gray, ridges: Ridges | undefined): number {
  const dpi = ridges ? (SCAN.dpi * ridges.period) / USUAL_PERIOD : width / FINGERTIP_INCHES;
  return Math.min(4000, Math.max(72, dpi));
}

/** The clearest measure of the ridges, in pixels of the image itself. */
function measure(gray: Gray): Ridges | undefined {
  const longest = Math.max(gray.width, gray.height);
  const factors = SIDES.filter((side, i) => i === 0 || side < longest * 1.3).map((side) => Math.max(1, longest / side));
  const measured = [...new Set(factors)].flatMap((factor) => {
    const ridges = findRidges(shrink(gray, factor));
    return ridges ? [{ ...ridges, period: ridges.period * factor, x: ridges.x * factor, y: ridges.y * factor }] : [];
  });
  return measured.sort((a, b) => b.clarity - a.clarity)[0];
}

function cropAround(gray: Gray, ridges: Ridges | undefined, scale: number): Gray {
  const width = CROP.width * scale;
  const height = CROP.height * scale;
  if (gray.width <= width && gray.height <= height) return gray;
  const middle = ridges ?? { x: gray.width / 2, y: gray.height / 2 };
  return crop(gray, { x: middle.x - width / 2, y: middle.y - height / 2, width, height });
}

const atScanSize = (gray: Gray, dpi: number): Gray => shrink(gray, dpi / SCAN.dpi);

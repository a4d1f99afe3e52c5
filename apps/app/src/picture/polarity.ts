import type { Gray } from './gray.ts';

const CELL = 16;
/** A cell whose gray values spread less than this shows no ridges. */
const BLANK_BELOW = 6;
const RIDGED_ABOVE = 12;

interface Tones {
  readonly blank: number;
  readonly ridged: number;
  /** Part of the image that is blank. */
  readonly blankPart: number;
  /** Below zero: thin dark lines on light; above: thin light lines on dark. */
  readonly skew: number;
}

/**
 * Are the ridges lighter than the valleys? On a scan they are dark on light paper, but it may be inverted. The engine wants dark ridges, so
 * that both give the same capture:
 * 1. the blank part is the paper: darker than the ridged part means that the scan is inverted;
 * 2. without one, valleys are thinner than ridges: thin dark lines mean light ridges.
 */
export function ridgesAreLight(image: Gray): boolean {
  const { blank, ridged, blankPart, skew } = tones(image);
  if (blankPart > 0.08 && Math.abs(blank - ridged) > 15) return blank < ridged;
  return skew < -0.35;
}

function tones({ width, height, pixels }: Gray): Tones {
  const sums = { blank: 0, blanks: 0, ridged: 0, ridges: 0, cubes: 0, cells: 0 };
  for (let top = 0; top + CELL <= height; top += CELL) {
    for (let left = 0; left + CELL <= width; left += CELL) {
      const { mean, deviation, third } = moments(pixels, width, left, top);
      sums.cells++;
      if (deviation < BLANK_BELOW) {
        sums.blank += mean;
        sums.blanks++;
      } else if (deviation > RIDGED_ABOVE) {
        sums.ridged += mean;
        sums.cubes += third / deviation ** 3;
        sums.ridges++;
      }
    }
  }
  const { blank, blanks, ridged, ridges, cubes, cells } = sums;
  return {
    blank: blank / (blanks || 1),
    ridged: ridged / (ridges || 1),
    blankPart: ridges === 0 ? 0 : blanks / cells,
    skew: cubes / (ridges || 1),
  };
}

function moments(
  pixels: Uint8Array,
  width: number,
  left: number,
  top: number,
): { mean: number; deviation: number; third: number } {
  let sum = 0;
  for (let y = top; y < top + CELL; y++) for (let x = left; x < left + CELL; x++) sum += pixels[y * width + x]!;
  const mean = sum / CELL ** 2;
  let squares = 0;
  let cubes = 0;
  for (let y = top; y < top + CELL; y++) {
    for (let x = left; x < left + CELL; x++) {
      const off = pixels[y * width + x]! - mean;
      squares += off * off;
      cubes += off * off * off;
    }
  }
  return { mean, deviation: Math.sqrt(squares / CELL ** 2), third: cubes / CELL ** 2 };
}

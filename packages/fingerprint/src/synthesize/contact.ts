import { smoothNoise, stretchGrid } from './noise.ts';
import { KNOT_COLUMNS, type Mapping, WARP_CELL } from './placement.ts';
import type { Random } from './random.ts';
import { IMAGE_HEIGHT, IMAGE_WIDTH } from './sizes.ts';

/** Irregularity of the border as a share of the radius, coarse and fine. */
const BORDER_BAYS = [0.07, 0.05] as const;
const BORDER_BAY_CELLS = [60, 9] as const;
const BORDER_FADE = 0.3;
/** How far the skin is lifted at the very edge, in units of the relief, -1 to 1. The constants below have the same unit. */
const BORDER_LIFT = 1.5;
const PRESSURE_SPREAD = 0.26;
const MOISTURE = 0.45;
export const MOISTURE_CELL = 56;
const PATCHES = 0.3;
const PATCH_CELL = 20;
const GRAIN = [0.3, 1.15] as const;
export const GRAIN_CELL = 3;

export const NO_CONTACT = -9;

export const contactMap = (mapping: Mapping, random: Random): Float32Array => {
  const noise = (cell: number): Float32Array => smoothNoise(IMAGE_WIDTH, IMAGE_HEIGHT, cell, random);
  const pressure = random.normal() * PRESSURE_SPREAD;
  const grainStrength = random.between(GRAIN[0], random.between(...GRAIN));
  const [bays, fineBays] = [noise(BORDER_BAY_CELLS[0]), noise(BORDER_BAY_CELLS[1])];
  const [moisture, patches, grain] = [noise(MOISTURE_CELL), noise(PATCH_CELL), noise(GRAIN_CELL)];
  const contact = stretchGrid(mapping.radius, KNOT_COLUMNS, IMAGE_WIDTH, IMAGE_HEIGHT, WARP_CELL);
  for (let i = 0; i < contact.length; i++) {
    const toBorder = 1 - contact[i]! - BORDER_BAYS[0] * bays[i]! - BORDER_BAYS[1] * fineBays[i]!;
    if (toBorder <= 0) {
      contact[i] = NO_CONTACT;
      continue;
    }
    const fade = toBorder < BORDER_FADE ? 1 - toBorder / BORDER_FADE : 0;
    contact[i] =
      pressure +
      MOISTURE * moisture[i]! +
      PATCHES * patches[i]! +
      grainStrength * grain[i]! -
      BORDER_LIFT * fade * fade;
  }
  return contact;
};

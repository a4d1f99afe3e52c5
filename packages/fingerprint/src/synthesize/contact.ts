/** How firmly each point of the image touches: what pressure, moisture and the border add to or take from the ridges' relief. */
import {
  BORDER_BAY_CELLS,
  BORDER_BAYS,
  BORDER_FADE,
  BORDER_LIFT,
  GRAIN,
  GRAIN_CELL,
  IMAGE_HEIGHT,
  IMAGE_WIDTH,
  MOISTURE,
  MOISTURE_CELL,
  PATCH_CELL,
  PATCHES,
  PRESSURE_SPREAD,
  WARP_CELL,
} from './constants.ts';
import { smoothNoise, stretchGrid } from './noise.ts';
import { KNOT_COLUMNS, type Mapping } from './placement.ts';
import type { Random } from './random.ts';

/** Far below any relief: no contact. */
export const NO_CONTACT = -9;

export const contactMap = (mapping: Mapping, random: Random): Float32Array => {
  const noise = (cell: number): Float32Array => smoothNoise(IMAGE_WIDTH, IMAGE_HEIGHT, cell, random);
  const pressure = random.normal() * PRESSURE_SPREAD;
  // Most touches are fair and a few are poor.
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

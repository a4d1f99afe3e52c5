import { MAP } from '../../../packages/fingerprint/src/constants.ts';
import type { Image, Minutia, View } from '../../../packages/fingerprint/src/index.ts';
import { onMapFault } from '../../../packages/fingerprint/src/inspect/map-fault.ts';
import { minutiaArrays } from '../../../packages/fingerprint/src/compare/minutia-arrays.ts';
import { orientationAt, type RidgeMap } from '../../../packages/fingerprint/src/ridges/map.ts';
import { unpackMap } from '../../../packages/fingerprint/src/ridges/pack.ts';

/** Pixels between two decoys. */
const APART = 10;
const TRIES = 4000;

/** The map untouched; so many of its minutiae are kept, and so many others added that its own ridges bear out. */
export function withDecoys(view: View, kept: number, added: number, random: () => number): View {
  const map = unpackMap(view.extended);
  if (map === undefined) return view;
  const shuffled = view.minutiae.map((minutia) => ({ minutia, at: random() })).sort((a, b) => a.at - b.at);
  const minutiae = shuffled.slice(0, kept).map(({ minutia }) => minutia);
  const all = minutiae.length + added;
  for (let k = 0; k < TRIES && minutiae.length < all; k++) {
    const decoy = decoyOn(map, view, random);
    const isFree = [...view.minutiae, ...minutiae].every(({ x, y }) => Math.hypot(x - decoy.x, y - decoy.y) >= APART);
    if (isFree && isBorneOut(decoy, view, map)) minutiae.push(decoy);
  }
  return { ...view, minutiae };
}

function decoyOn(map: RidgeMap, { width, height }: View, random: () => number): Minutia {
  const x = Math.min(width - 1, Math.round(map.left + random() * map.columns * MAP.cell));
  const y = Math.min(height - 1, Math.round(map.top + random() * map.rows * MAP.cell));
  const along = (orientationAt(map, x, y) * Math.PI) / MAP.orientationSteps;
  const direction = -along + (random() < 0.5 ? 0 : Math.PI) + 0.5 * (random() - 0.5);
  return { x, y, direction, type: random() < 0.5 ? 'ending' : 'bifurcation', quality: 80 };
}

function isBorneOut(decoy: Minutia, view: View, map: RidgeMap): boolean {
  return onMapFault(minutiaArrays({ ...view, minutiae: [decoy] }, 1), map) === undefined;
}

/** The ridges of a view's map as a picture, wider by so much. */
export function drawn(view: View, wider: number): Image | undefined {
  const map = unpackMap(view.extended);
  if (map === undefined) return undefined;
  const columns = map.columns * MAP.half;
  const pixel = MAP.cell / MAP.half;
  const [width, height] = [Math.round(view.width * wider), view.height];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x / wider - map.left) / pixel, (y - map.top) / pixel];
      pixels[y * width + x] = Math.round(
        230 - 190 * blended(map.ridge, columns, map.rows * MAP.half, u - 0.5, v - 0.5),
      );
    }
  return { width, height, pixels, dpi: view.dpi };
}

/** How much of a ridge lies at a place between four pixels, 0 to 1. */
function blended(ridge: Uint8Array, columns: number, rows: number, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const at = (right: number, down: number): number => {
    const [c, r] = [column + right, row + down];
    return c >= 0 && r >= 0 && c < columns && r < rows && ridge[r * columns + c] === 1 ? 1 : 0;
  };
  const above = at(0, 0) * (1 - x + column) + at(1, 0) * (x - column);
  const below = at(0, 1) * (1 - x + column) + at(1, 1) * (x - column);
  return above * (1 - y + row) + below * (y - row);
}

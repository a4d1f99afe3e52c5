import { MAP } from '../../../packages/fingerprint/src/constants.ts';
import type { Minutia, View } from '../../../packages/fingerprint/src/index.ts';
import type { RidgeMap } from '../../../packages/fingerprint/src/ridges/map.ts';
import { packMap } from '../../../packages/fingerprint/src/ridges/pack.ts';
import type { Attacker } from './attacker.ts';
import { pick, ridgeMapOf, type Lab } from './lab.ts';
import { bred } from './search.ts';

/** A piece of a finger, with minutiae and ridges, placed in a view. In map cells. */
interface Patch {
  readonly source: View;
  readonly map: RidgeMap;
  readonly column: number;
  readonly row: number;
  /** Offset of the source to the left and up. */
  readonly left: number;
  readonly up: number;
}

const COLUMNS = 40;
const ROWS = 44;

export const clusters: Attacker = {
  name: 'clusters',
  tries: 'small clusters of minutiae copied from many fingers with the ridges around them, bred',
  make: (lab) => bredPatches(lab, 12, 24),
};

export const pieces: Attacker = {
  name: 'pieces',
  tries: 'two to five large pieces of other fingers put together, bred',
  make: (lab) => bredPatches(lab, 2, 5),
};

function bredPatches(lab: Lab, from: number, to: number): Uint8Array[] {
  const { random } = lab;
  const draw = (): Patch => drawPatch(lab);
  return bred<readonly Patch[]>(lab, {
    begin: () => Array.from({ length: from + Math.floor(random() * (to - from + 1)) }, draw),
    breed: (one, other) => {
      const mixed = one.map((patch, k) => (random() < 0.3 ? (other[k] ?? patch) : patch));
      const at = Math.floor(random() * mixed.length);
      return mixed.map((patch, k) => (k === at ? (random() < 0.5 ? draw() : moved(patch, random)) : patch));
    },
    views: (patches) => [patched(patches)],
  });
}

function drawPatch({ fingers, random }: Lab): Patch {
  const source = pick(pick(fingers, random).captures, random);
  const map = ridgeMapOf(source)!;
  const column = Math.floor(random() * COLUMNS);
  const row = Math.floor(random() * ROWS);
  const left = Math.floor(random() * map.columns) - column;
  return { source, map, column, row, left, up: Math.floor(random() * map.rows) - row };
}

function moved(patch: Patch, random: () => number): Patch {
  const step = (): number => Math.floor(random() * 5) - 2;
  return {
    ...patch,
    column: patch.column + step(),
    row: patch.row + step(),
    left: patch.left + step(),
    up: patch.up + step(),
  };
}

/** Each cell shows the patch whose middle is nearest. */
function patched(patches: readonly Patch[]): View {
  const owner = Array.from({ length: COLUMNS * ROWS }, (_, at) =>
    nearest(patches, at % COLUMNS, Math.floor(at / COLUMNS)),
  );
  const map: RidgeMap = {
    left: 0,
    top: 0,
    columns: COLUMNS,
    rows: ROWS,
    orientation: new Uint8Array(COLUMNS * ROWS).fill(MAP.outside),
    ridge: new Uint8Array(COLUMNS * ROWS * MAP.half * MAP.half).fill(MAP.nothing),
  };
  for (const [at, patch] of owner.entries()) copyCell(map, at, patch);
  return {
    width: COLUMNS * MAP.cell,
    height: ROWS * MAP.cell,
    dpi: 500,
    quality: 90,
    minutiae: patches.flatMap((patch) => minutiaeOf(patch, owner)).slice(0, 100),
    extended: packMap(map),
  };
}

function nearest(patches: readonly Patch[], column: number, row: number): Patch {
  const square = (patch: Patch): number => (patch.column - column) ** 2 + (patch.row - row) ** 2;
  return patches.reduce((best, patch) => (square(patch) < square(best) ? patch : best));
}

function copyCell(map: RidgeMap, at: number, patch: Patch): void {
  const column = (at % COLUMNS) + patch.left;
  const row = Math.floor(at / COLUMNS) + patch.up;
  if (column < 0 || row < 0 || column >= patch.map.columns || row >= patch.map.rows) return;
  map.orientation[at] = patch.map.orientation[row * patch.map.columns + column]!;
  for (let j = 0; j < MAP.half; j++) {
    const from = (row * MAP.half + j) * patch.map.columns * MAP.half + column * MAP.half;
    const onto = (Math.floor(at / COLUMNS) * MAP.half + j) * COLUMNS * MAP.half + (at % COLUMNS) * MAP.half;
    map.ridge.set(patch.map.ridge.subarray(from, from + MAP.half), onto);
  }
}

function minutiaeOf(patch: Patch, owner: readonly Patch[]): Minutia[] {
  return patch.source.minutiae.flatMap((minutia) => {
    const x = minutia.x - patch.map.left - patch.left * MAP.cell;
    const y = minutia.y - patch.map.top - patch.up * MAP.cell;
    const column = Math.floor(x / MAP.cell);
    const row = Math.floor(y / MAP.cell);
    const inside = column >= 0 && row >= 0 && column < COLUMNS && row < ROWS;
    return inside && owner[row * COLUMNS + column] === patch ? [{ ...minutia, x, y }] : [];
  });
}

import { MAP } from '../../../packages/fingerprint/src/constants.ts';
import type { View } from '../../../packages/fingerprint/src/index.ts';
import type { RidgeMap } from '../../../packages/fingerprint/src/ridges/map.ts';
import { packMap, unpackMap } from '../../../packages/fingerprint/src/ridges/pack.ts';

/** The view turned about its middle, map and all, on a sheet that holds it. */
export function turnedView(view: View, angle: number): View {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.ceil(view.width * Math.abs(cos) + view.height * Math.abs(sin)) + 8;
  const height = Math.ceil(view.width * Math.abs(sin) + view.height * Math.abs(cos)) + 8;
  const minutiae = view.minutiae.map((minutia) => {
    const x = minutia.x - view.width / 2;
    const y = minutia.y - view.height / 2;
    return {
      ...minutia,
      x: Math.round(cos * x - sin * y + width / 2),
      y: Math.round(sin * x + cos * y + height / 2),
      direction: minutia.direction - angle,
    };
  });
  const map = unpackMap(view.extended);
  const back = (x: number, y: number): [number, number] => {
    const [u, v] = [x - width / 2, y - height / 2];
    return [cos * u + sin * v + view.width / 2, cos * v - sin * u + view.height / 2];
  };
  const turned = map && turnedMap(map, angle, Math.ceil(width / MAP.cell), Math.ceil(height / MAP.cell), back);
  return { ...view, width, height, minutiae, ...(turned ? { extended: packMap(turned) } : {}) };
}

/** Each cell and each pixel of the ridges is what lies nearest to it before the turn. */
function turnedMap(
  map: RidgeMap,
  angle: number,
  columns: number,
  rows: number,
  back: (x: number, y: number) => [number, number],
): RidgeMap {
  const turnSteps = Math.round((angle / Math.PI) * MAP.orientationSteps);
  const width = columns * MAP.half;
  const pixel = MAP.cell / MAP.half;
  const whole = { left: 0, top: 0, columns, rows };
  const orientation = new Uint8Array(columns * rows).map((_, at) => {
    const [x, y] = back(((at % columns) + 0.5) * MAP.cell, (Math.floor(at / columns) + 0.5) * MAP.cell);
    const steps = valueAt(map.orientation, map.columns, map.rows, (x - map.left) / MAP.cell, (y - map.top) / MAP.cell);
    if (steps === undefined || steps === MAP.outside) return MAP.outside;
    return (steps + turnSteps + MAP.orientationSteps) % MAP.orientationSteps;
  });
  const ridge = new Uint8Array(width * rows * MAP.half).map((_, at) => {
    const [x, y] = back(((at % width) + 0.5) * pixel, (Math.floor(at / width) + 0.5) * pixel);
    const [wide, high] = [map.columns * MAP.half, map.rows * MAP.half];
    return valueAt(map.ridge, wide, high, (x - map.left) / pixel, (y - map.top) / pixel) ?? MAP.nothing;
  });
  return { ...whole, orientation, ridge };
}

function valueAt(values: Uint8Array, columns: number, rows: number, x: number, y: number): number | undefined {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined;
  return values[row * columns + column];
}

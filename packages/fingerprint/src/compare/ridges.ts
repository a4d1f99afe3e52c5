import { FIELD, MAP } from '../constants.ts';
import type { RidgeMap } from '../ridges/map.ts';
import type { MotionField } from './field.ts';

const SHIFTS = 4;

/** Ridge on ridge? Mean correlation of blocks, unshifted and at each block's best shift across its ridges. */
export function ridgeAgreement(a: RidgeMap, b: RidgeMap, field: MotionField): number[] {
  const side = FIELD.node * MAP.half;
  const widthA = a.columns * MAP.half;
  const widthB = b.columns * MAP.half, heightB = b.rows * MAP.half;
  const agree = new Int32Array(2 * SHIFTS + 1), seen = new Int32Array(2 * SHIFTS + 1);
  let blocks = 0, still = 0, shifted = 0, sumWeight = 0, shift2 = 0;
  for (let r = 0, node = 0; r < field.rows; r++) {
    for (let c = 0; c < field.columns; c++, node++) {
      if (field.far[node]! > FIELD.reach) continue;
      const midCell = Math.min(a.rows - 1, r * FIELD.node + 2) * a.columns + Math.min(a.columns - 1, c * FIELD.node + 2);
      const turnA = a.turn[midCell]!;
      if (turnA === MAP.outside) continue;
      const turn = field.turn[node]!, cos = Math.cos(turn), sin = Math.sin(turn);
      const normal = (turnA / MAP.turnSteps) * Math.PI + turn + Math.PI / 2;
      const nx = Math.cos(normal), ny = Math.sin(normal);
      agree.fill(0); seen.fill(0);
      const baseX = (field.x[node]! - b.left) / 2, baseY = (field.y[node]! - b.top) / 2;
      for (let y = 0; y < side; y++) {
        const row = r * side + y;
        if (row >= a.rows * MAP.half) break;
        for (let x = 0; x < side; x++) {
          const column = c * side + x;
          if (column >= widthA) break;
          if (a.turn[(row >> 2) * a.columns + (column >> 2)] === MAP.outside) continue;
          const ux = x - side / 2 + 0.5, uy = y - side / 2 + 0.5;
          const bx = baseX + cos * ux - sin * uy, by = baseY + sin * ux + cos * uy;
          const bit = a.ridge[row * widthA + column]!;
          for (let k = -SHIFTS; k <= SHIFTS; k++) {
            const sx = Math.floor(bx + k * nx), sy = Math.floor(by + k * ny);
            if (sx < 0 || sy < 0 || sx >= widthB || sy >= heightB || b.turn[(sy >> 2) * b.columns + (sx >> 2)] === MAP.outside) continue;
            seen[k + SHIFTS]!++;
            if (b.ridge[sy * widthB + sx] === bit) agree[k + SHIFTS]!++;
          }
        }
      }
      if (seen[SHIFTS]! < side * side * 0.3) continue;
      let best = -1, bestK = 0;
      for (let k = 0; k <= 2 * SHIFTS; k++) {
        const v = (2 * agree[k]!) / Math.max(60, seen[k]!) - 1;
        if (v > best) { best = v; bestK = k - SHIFTS; }
      }
      const w = seen[SHIFTS]! / (side * side);
      blocks++; sumWeight += w;
      still += w * ((2 * agree[SHIFTS]!) / seen[SHIFTS]! - 1);
      shifted += w * best;
      shift2 += w * bestK * bestK;
    }
  }
  return blocks === 0 ? [0, 0, 0, 0] : [still / sumWeight, shifted / sumWeight, blocks, Math.sqrt(shift2 / sumWeight)];
}

import { EVIDENCE } from '../constants.ts';
import type { MinutiaArrays } from './minutia-arrays.ts';

/** The edges of the convex hull of all minutiae plus a margin: outward normal (x, y) and distance of each edge. */
export type Outline = Float32Array;

/** Without a map, the finger is taken to cover the area between its minutiae. */
export function outline({ count, x, y }: MinutiaArrays): Outline {
  const order = Int32Array.from({ length: count }, (_, i) => i).sort((i, k) => x[i]! - x[k]! || y[i]! - y[k]!);
  const corners = [...halfOutline(order, x, y), ...halfOutline(order.toReversed(), x, y)];
  return Float32Array.from(
    corners.flatMap((i, k) =>
      edge(x[i]!, y[i]!, x[corners[(k + 1) % corners.length]!]!, y[corners[(k + 1) % corners.length]!]!),
    ),
  );
}

function edge(ax: number, ay: number, bx: number, by: number): [number, number, number] {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const outX = (by - ay) / length;
  const outY = (ax - bx) / length;
  return [outX, outY, outX * ax + outY * ay + EVIDENCE.margin];
}

/** Leaves out the last corner, which starts the other half. */
function halfOutline(order: Int32Array, x: Float32Array, y: Float32Array): number[] {
  const corners: number[] = [];
  for (const i of order) {
    while (corners.length >= 2) {
      const [from, over] = [corners.at(-2)!, corners.at(-1)!];
      if (side(x[from]!, y[from]!, x[over]!, y[over]!, x[i]!, y[i]!) > 0) break;
      corners.pop();
    }
    corners.push(i);
  }
  return corners.slice(0, -1);
}

export function isInside(edges: Outline, x: number, y: number): boolean {
  for (let k = 0; k < edges.length; k += 3) if (edges[k]! * x + edges[k + 1]! * y > edges[k + 2]!) return false;
  return true;
}

/** Above 0 if the third point is to the right of the line from the first to the second, on the image. */
function side(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

import { CELL, CORE, ORIENTATION, MEASURES } from '../constants.ts';
import type { Orientation } from './orientation.ts';
import type { Mask } from './segment.ts';

type Directions = Pick<Orientation, 'step' | 'coherence'>;

/** Coordinates count cells. */
interface Position {
  readonly x: number;
  readonly y: number;
}

/** The point where the ridges bend most: the core of a loop or whorl, or the top of an arch. Undefined without a finger. */
export function findCore(field: Directions, mask: Mask): (Position & { readonly bend: number }) | undefined {
  const nodes = nodesOf(field, mask);
  let best = -1;
  let most = -1;
  const look = (node: number): void => {
    if (nodes.finger[node]! < MOST_OF_NODE) return;
    const bend = bendAt(nodes, node);
    if (bend <= most) return;
    most = bend;
    best = node;
  };
  // Bends change slowly, so every other node is enough; then the nodes around the best one are searched.
  for (let row = 0; row < nodes.finger.length; row += 2 * nodes.width)
    for (let node = row; node < row + nodes.width; node += 2) look(node);
  if (best < 0) return undefined;
  const middleNode = best;
  for (const { dx, dy } of AROUND)
    if (Math.max(Math.abs(dx), Math.abs(dy)) === 1) look(middleNode + dy * nodes.width + dx);
  const middle = CORE.nodeCells / 2;
  const at = (nodeAt: number): number => (nodeAt - CORE.reachNodes) * CORE.nodeCells + middle;
  return { x: at(best % nodes.width), y: at(Math.floor(best / nodes.width)), bend: most };
}

export function middleOf({ width, data }: Mask): Position {
  let [cells, x, y] = [0, 0, 0];
  for (let first = 0, row = 0; first < data.length; first += width, row++) {
    for (let column = 0; column < width; column++) {
      if (data[first + column] === 0) continue;
      cells++;
      x += column;
      y += row;
    }
  }
  return { x: Math.round(x / Math.max(1, cells)), y: Math.round(y / Math.max(1, cells)) };
}

export function seenAround(center: Position, radius: number, mask: Mask): number {
  const reach = radius / CELL;
  let seen = 0;
  let all = 0;
  for (let dy = -Math.floor(reach); dy <= reach; dy++) {
    const half = Math.floor(Math.sqrt(reach * reach - dy * dy));
    all += 2 * half + 1;
    const y = center.y + dy;
    if (y < 0 || y >= mask.height) continue;
    const last = Math.min(mask.width - 1, center.x + half);
    for (let x = Math.max(0, center.x - half); x <= last; x++) seen += mask.data[y * mask.width + x]!;
  }
  return seen / all;
}

const MOST_OF_NODE = CORE.nodeCells ** 2 / MEASURES.everyRow / 2;
const COS = Float64Array.from({ length: ORIENTATION.steps }, (_, k) => Math.cos((2 * Math.PI * k) / ORIENTATION.steps));
const SIN = Float64Array.from({ length: ORIENTATION.steps }, (_, k) => Math.sin((2 * Math.PI * k) / ORIENTATION.steps));

/** Sums of the doubled directions over squares of cells, and the number of finger cells. A border of empty nodes saves bounds checks. */
function nodesOf({ step, coherence }: Directions, mask: Mask) {
  const width = Math.ceil(mask.width / CORE.nodeCells) + 2 * CORE.reachNodes;
  const size = width * (Math.ceil(mask.height / CORE.nodeCells) + 2 * CORE.reachNodes);
  const [cos, sin, finger] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let y = 0; y < mask.height; y += MEASURES.everyRow) {
    const row = (Math.floor(y / CORE.nodeCells) + CORE.reachNodes) * width + CORE.reachNodes;
    for (let x = 0, cell = y * mask.width; x < mask.width; x++, cell++) {
      if (mask.data[cell] === 0) continue;
      const node = row + ((x / CORE.nodeCells) | 0);
      const turn = step[cell]!;
      cos[node]! += coherence[cell]! * COS[turn]!;
      sin[node]! += coherence[cell]! * SIN[turn]!;
      finger[node]!++;
    }
  }
  return { width, cos, sin, finger };
}

/** The nodes around one, weighted by distance. Around a core the doubled directions turn once, like the bearing of these nodes. */
const AROUND = Array.from({ length: (2 * CORE.reachNodes + 1) ** 2 }, (_, k) => {
  const dx = (k % (2 * CORE.reachNodes + 1)) - CORE.reachNodes;
  const dy = Math.floor(k / (2 * CORE.reachNodes + 1)) - CORE.reachNodes;
  const distance = Math.hypot(dx, dy);
  const perDistance = Math.exp(-((distance / CORE.sigmaNodes) ** 2) / 2) / distance;
  return { dx, dy, distance, cos: perDistance * dx, sin: perDistance * dy, weight: perDistance * distance };
}).filter(({ distance }) => distance > 0 && distance <= CORE.reachNodes + 0.3);
const ALL_CELLS = (AROUND.reduce((sum, { weight }) => sum + weight, 0) * CORE.nodeCells ** 2) / MEASURES.everyRow;

/** 0 to about 1. Subtracts the mean direction: straight ridges at the edge of a finger would seem to turn. */
function bendAt({ width, cos, sin, finger }: ReturnType<typeof nodesOf>, node: number): number {
  let [real, imaginary, alongReal, alongImaginary, turnReal, turnImaginary, all] = [0, 0, 0, 0, 0, 0, 0];
  for (const { dx, dy, cos: c, sin: s, weight } of AROUND) {
    const other = node + dy * width + dx;
    const cells = finger[other]!;
    if (cells === 0) continue;
    const x = cos[other]!;
    const y = sin[other]!;
    real += x * c + y * s;
    imaginary += y * c - x * s;
    alongReal += weight * x;
    alongImaginary += weight * y;
    turnReal += cells * c;
    turnImaginary -= cells * s;
    all += weight * cells;
  }
  const [meanReal, meanImaginary] = [alongReal / all, alongImaginary / all];
  return (
    Math.hypot(
      real - meanReal * turnReal + meanImaginary * turnImaginary,
      imaginary - meanReal * turnImaginary - meanImaginary * turnReal,
    ) / ALL_CELLS
  );
}

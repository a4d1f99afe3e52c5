interface Position {
  readonly x: number;
  readonly y: number;
}
export interface Point extends Position {
  readonly direction: number;
}
export type Pair = readonly [touched: Point, stored: Point];

/** Turns the touch about the origin, then shifts it. */
export interface RigidAlignment {
  readonly turn: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** The alignment with this turn that puts one position on another. */
export function alignBy(turn: number, from: Position, onto: Position): RigidAlignment {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  return { turn, shiftX: onto.x - (cos * from.x - sin * from.y), shiftY: onto.y - (sin * from.x + cos * from.y) };
}

/** The rigid motion of least squares. */
export function bestAlignment(pairs: readonly Pair[]): RigidAlignment {
  const [from, onto] = [centre(pairs.map(([point]) => point)), centre(pairs.map(([, other]) => other))];
  let along = 0;
  let across = 0;
  for (const [point, other] of pairs) {
    const a = { x: point.x - from.x, y: point.y - from.y };
    const b = { x: other.x - onto.x, y: other.y - onto.y };
    along += a.x * b.x + a.y * b.y;
    across += a.x * b.y - a.y * b.x;
  }
  return alignBy(Math.atan2(across, along), from, onto);
}

function centre(points: readonly Position[]): Position {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

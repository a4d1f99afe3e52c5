/** Number of coded subbands. The highest frequencies of both directions are dropped. */
export const SUBBANDS = 60;

/** Four quarters: left top, right top, left bottom, right bottom. A number is a subband; undefined is not coded. */
type Quarters = readonly [Region, Region, Region, Region];
type Region = number | Quarters | undefined;

const four = (first: number): Quarters => [first, first + 1, first + 2, first + 3];
const sixteen = (first: number): Quarters => [four(first), four(first + 4), four(first + 8), four(first + 12)];

/** The tree of the standard, which splits low frequencies furthest. */
const TREE: Quarters = [
  [[[four(0), 4, 5, 6], four(7), four(11), four(15)], sixteen(19), sixteen(35), 51],
  four(52),
  four(56),
  undefined,
];

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A region that is joined from its quarters. */
export interface Joint extends Area {
  /** The high frequencies are left, or on top. */
  readonly highLeft: boolean;
  readonly highTop: boolean;
}

/** The position of each subband in the plane. */
export function leavesOf(width: number, height: number): readonly Area[] {
  const leaves: Area[] = [];
  walk(TREE, whole(width, height), (region, area) => {
    if (typeof region === 'number') leaves[region] = area;
  });
  return leaves;
}

/** The regions to join, the innermost first. */
export function jointsOf(width: number, height: number): readonly Joint[] {
  const joints: Joint[] = [];
  walk(TREE, whole(width, height), (region, area) => {
    if (typeof region === 'object') joints.push(area);
  });
  return joints.toReversed();
}

const whole = (width: number, height: number): Joint => ({
  x: 0,
  y: 0,
  width,
  height,
  highLeft: false,
  highTop: false,
});

function walk(region: Region, area: Joint, visit: (region: Region, area: Joint) => void): void {
  visit(region, area);
  if (typeof region !== 'object') return;
  const [left, right] = halves(area.width, area.highLeft);
  const [top, bottom] = halves(area.height, area.highTop);
  region.forEach((quarter, i) => {
    const [isRight, isBottom] = [i % 2 === 1, i >= 2];
    walk(
      quarter,
      {
        x: area.x + (isRight ? left : 0),
        y: area.y + (isBottom ? top : 0),
        width: isRight ? right : left,
        height: isBottom ? bottom : top,
        // Regions of high frequencies have their own order reversed.
        highLeft: isRight,
        highTop: isBottom,
      },
      visit,
    );
  });
}

/** Low frequencies have one more value if the length is odd. */
function halves(length: number, highFirst: boolean): [number, number] {
  const [high, low] = [Math.floor(length / 2), Math.ceil(length / 2)];
  return highFirst ? [high, low] : [low, high];
}

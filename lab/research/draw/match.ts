import { align, likeness } from '../../../packages/fingerprint/src/compare/align.ts';
import { inOrder } from '../../../packages/fingerprint/src/compare/index.ts';
import { prepare } from '../../../packages/fingerprint/src/compare/prepare.ts';
import { compare, extract, type Image, type View } from '../../../packages/fingerprint/src/index.ts';
import { withKernels } from '../../../packages/fingerprint/src/kernels/memory.ts';
import { resample } from '../../../packages/fingerprint/src/extract/resample.ts';
import { Canvas, GREEN } from './canvas.ts';
import { drawMinutia, withMinutiae } from './stages.ts';

const GAP = 20;
const SCALE = 2;

/** Both prints side by side, with a line between the minutiae that the comparison paired. */
export function drawMatch(one: Image, other: Image): { canvas: Canvas; score: number; pairs: number } {
  const views: [View, View] = [extract(one), extract(other)];
  const pictures = [picture(one), picture(other)] as const;
  const shift = pictures[0].width + GAP;
  const canvas = new Canvas(shift + pictures[1].width, Math.max(pictures[0].height, pictures[1].height), () => 255);
  paste(canvas, pictures[0], 0);
  paste(canvas, pictures[1], shift);
  for (const minutia of views[0].minutiae) drawMinutia(canvas, minutia, 0);
  for (const minutia of views[1].minutiae) drawMinutia(canvas, minutia, shift);
  const pairs = matchedPairs(views[0], views[1]);
  for (const [ax, ay, bx, by] of pairs) canvas.line(ax * SCALE, ay * SCALE, bx * SCALE + shift, by * SCALE, GREEN);
  return { canvas, score: compare(views[0], views[1]), pairs: pairs.length };
}

const matchedPairs = (one: View, other: View): [number, number, number, number][] =>
  withKernels(() => pairsOf(one, other));

function pairsOf(one: View, other: View): [number, number, number, number][] {
  const first = prepare(one);
  const [a, b] = inOrder(first, prepare(other));
  const alignment = align(likeness(a, b));
  if (alignment === undefined) return [];
  return Array.from(alignment.match.partner).flatMap((j, i): [number, number, number, number][] => {
    if (j < 0) return [];
    const there: [number, number] = [a.x[i]!, a.y[i]!];
    const here: [number, number] = [b.x[j]!, b.y[j]!];
    return [a === first ? [...there, ...here] : [...here, ...there]];
  });
}

const picture = (image: Image): Canvas => withKernels(() => withMinutiae(resample(image), []));

function paste(canvas: Canvas, picture: Canvas, shift: number): void {
  for (let y = 0; y < picture.height; y++) {
    canvas.data.set(
      picture.data.subarray(y * picture.width * 3, (y + 1) * picture.width * 3),
      (y * canvas.width + shift) * 3,
    );
  }
}

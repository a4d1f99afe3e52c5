// The pictures of the engine's README: `npm run research -- pictures`.
import { join } from 'node:path';
import { align, likeness } from '../../../packages/fingerprint/src/compare/align.ts';
import { prepare } from '../../../packages/fingerprint/src/compare/prepare.ts';
import { CELL, FREQUENCY, PAD } from '../../../packages/fingerprint/src/constants.ts';
import { extractObserved } from '../../../packages/fingerprint/src/extract/index.ts';
import { synthesize, type Image, type Minutia } from '../../../packages/fingerprint/src/index.ts';
import { withKernels } from '../../../packages/fingerprint/src/kernels/memory.ts';
import type { Experiment } from '../main.ts';
import { Canvas, BLUE, GREEN, RED } from './canvas.ts';

const FOLDER = join(import.meta.dirname, '../../../packages/fingerprint/docs');
const COLUMNS = 4;
const GAP = 8;
/** The part of a synthetic print that shows the finger. */
const SHOWN = { left: 56, top: 32, width: 248, height: 334 };

interface Stage {
  readonly name: string;
  readonly width: number;
  readonly data: ArrayLike<number>;
}

// oxlint-disable-next-line require-await -- every experiment returns a promise
async function run(): Promise<void> {
  const one = synthesize({ finger: 3, impression: 0 });
  const other = synthesize({ finger: 3, impression: 1 });
  drawStages(one).save(join(FOLDER, 'stages.png'));
  drawMatch(one, other).save(join(FOLDER, 'matched.png'));
}

function drawStages(print: Image): Canvas {
  const stages: Stage[] = [];
  const view = extractObserved(print, (name, { width, data }) => stages.push({ name, width, data: Array.from(data) }));
  // The measures are numbers.
  const shown = stages.filter(({ name }) => name !== 'measures');
  const { left, top, width, height } = SHOWN;
  const rows = Math.ceil((shown.length + 1) / COLUMNS);
  const sheet = new Canvas(COLUMNS * (width + GAP) - GAP, rows * (height + GAP) - GAP);
  const place = (k: number): [number, number] => [
    (k % COLUMNS) * (width + GAP),
    Math.floor(k / COLUMNS) * (height + GAP),
  ];
  for (const [k, stage] of shown.entries()) {
    const gray = grayOf(stage, print);
    sheet.fill(...place(k), width, height, (x, y) => gray(left + x, top + y));
    if (stage.name === 'orientation') drawDirections(sheet, ...place(k), stage);
  }
  const [x, y] = place(shown.length);
  const gray = pale(print);
  sheet.fill(x, y, width, height, (dx, dy) => gray(left + dx, top + dy));
  for (const minutia of view.minutiae) drawMinutia(sheet, x - left, y - top, minutia);
  return sheet;
}

type Gray = (x: number, y: number) => number;

const pale =
  ({ pixels, width }: Image): Gray =>
  (x, y) =>
    110 + 0.56 * pixels[y * width + x]!;

function grayOf({ name, width, data }: Stage, print: Image): Gray {
  const pixel: Gray = (x, y) => data[(y + PAD) * width + x + PAD]!;
  const cell: Gray = (x, y) => data[Math.floor((y + PAD) / CELL) * width + Math.floor((x + PAD) / CELL)]!;
  const under: Gray = (x, y) => print.pixels[y * print.width + x]!;
  if (name === 'resample') return under;
  if (name === 'orientation') return pale(print);
  if (name === 'segment') return (x, y) => (cell(x, y) > 0 ? under(x, y) : 255 - (255 - under(x, y)) / 4);
  if (name === 'clarity' || name === 'agreement') return (x, y) => 255 * cell(x, y);
  if (name === 'frequency')
    return (x, y) => (255 * (cell(x, y) - FREQUENCY.minPeriod)) / (FREQUENCY.maxPeriod - FREQUENCY.minPeriod);
  if (name === 'binarize' || name === 'thin' || name === 'prune') return (x, y) => 255 - 255 * pixel(x, y);
  // Waves have no fixed strength: two standard deviations fill the range.
  const values = Array.from(data).filter((value) => value !== 0);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
  return (x, y) => 128 - (64 * pixel(x, y)) / deviation;
}

function drawDirections(sheet: Canvas, left: number, top: number, { width, data }: Stage): void {
  const apart = 12;
  for (let y = apart; y < SHOWN.height; y += apart) {
    for (let x = apart; x < SHOWN.width; x += apart) {
      const row = Math.floor((SHOWN.top + y + PAD) / CELL);
      const angle = data[row * width + Math.floor((SHOWN.left + x + PAD) / CELL)]!;
      const [dx, dy] = [5 * Math.cos(angle), 5 * Math.sin(angle)];
      if (angle !== 0) sheet.line(left + x - dx, top + y - dy, left + x + dx, top + y + dy, RED);
    }
  }
}

/** Endings are red, bifurcations blue. The tail points into the ridge or between the branches. */
function drawMinutia(canvas: Canvas, left: number, top: number, { x, y, direction, type }: Minutia): void {
  const [dx, dy] = [Math.cos(direction), -Math.sin(direction)];
  const color = type === 'bifurcation' ? BLUE : RED;
  canvas.ring(left + x, top + y, 3, color);
  canvas.line(left + x + 3 * dx, top + y + 3 * dy, left + x + 9 * dx, top + y + 9 * dy, color);
}

/** Both prints side by side, with a line between the minutiae that the comparison paired. */
function drawMatch(one: Image, other: Image): Canvas {
  const shift = one.width + GAP;
  const canvas = new Canvas(shift + other.width, one.height);
  canvas.fill(0, 0, one.width, one.height, pale(one));
  canvas.fill(shift, 0, other.width, other.height, pale(other));
  const views = [one, other].map((print) => extractObserved(print, () => undefined));
  for (const [k, { minutiae }] of views.entries())
    for (const minutia of minutiae) drawMinutia(canvas, k * shift, 0, minutia);
  withKernels(() => {
    const [a, b] = [prepare(views[0]!), prepare(views[1]!)];
    const { partner } = align(likeness(a, b))!.match;
    for (const [i, j] of partner.entries()) if (j >= 0) canvas.line(a.x[i]!, a.y[i]!, shift + b.x[j]!, b.y[j]!, GREEN);
  });
  return canvas;
}

export default { summary: 'the pictures of stages and matches in the README of the engine', run } satisfies Experiment;

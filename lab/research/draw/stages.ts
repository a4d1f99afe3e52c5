import { CELL, FREQUENCY, PAD } from '../../../packages/fingerprint/src/constants.ts';
import { extractObserved } from '../../../packages/fingerprint/src/extract/index.ts';
import type { Image, Minutia } from '../../../packages/fingerprint/src/index.ts';
import { BLUE, Canvas, RED } from './canvas.ts';

const SCALE = 2;

interface Stage {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** One picture per stage, numbered in order, and the minutiae over the print. */
export function drawStages(image: Image): [string, Canvas][] {
  const stages = new Map<string, Stage>();
  const view = extractObserved(image, (name, { width, height, data }) =>
    stages.set(name, { width, height, data: Array.from(data) }),
  );
  const print = stages.get('resample')!;
  // These stages are numbers, not pictures.
  stages.delete('measures');
  const pictures = [...stages].map(([name, stage]): [string, Canvas] => [name, drawStage(name, stage, print)]);
  pictures.push(['minutiae', withMinutiae(print, view.minutiae)]);
  return pictures.map(([name, canvas], k) => [`${String(k + 1).padStart(2, '0')}-${name}`, canvas]);
}

export function withMinutiae(print: Stage, minutiae: readonly Minutia[]): Canvas {
  const canvas = blank(print, (x, y) => 110 + print.data[y * print.width + x]! * 0.56);
  for (const minutia of minutiae) drawMinutia(canvas, minutia, 0);
  return canvas;
}

/** Endings red, bifurcations blue; the tail points into the ridge or between the branches. */
export function drawMinutia(canvas: Canvas, { x, y, direction, type }: Minutia, shift: number): void {
  const color = type === 'bifurcation' ? BLUE : RED;
  const [cx, cy] = [x * SCALE + shift, y * SCALE];
  canvas.ring(cx, cy, 5, color);
  canvas.line(
    cx + 5 * Math.cos(direction),
    cy - 5 * Math.sin(direction),
    cx + 15 * Math.cos(direction),
    cy - 15 * Math.sin(direction),
    color,
  );
}

function blank(print: Stage, gray: (x: number, y: number) => number): Canvas {
  return new Canvas(print.width * SCALE, print.height * SCALE, (x, y) =>
    gray(Math.floor(x / SCALE), Math.floor(y / SCALE)),
  );
}

function drawStage(name: string, stage: Stage, print: Stage): Canvas {
  const pixel = (x: number, y: number): number => stage.data[(y + PAD) * stage.width + x + PAD]!;
  const cell = (x: number, y: number): number =>
    stage.data[Math.floor((y + PAD) / CELL) * stage.width + Math.floor((x + PAD) / CELL)]!;
  const under = (x: number, y: number): number => print.data[y * print.width + x]!;
  switch (name) {
    case 'resample':
      return blank(print, under);
    case 'segment':
      return blank(print, (x, y) => (cell(x, y) > 0 ? under(x, y) : 255 - (255 - under(x, y)) / 4));
    case 'orientation':
      return drawOrientation(
        blank(print, (x, y) => 160 + under(x, y) / 3),
        cell,
      );
    case 'frequency':
      return blank(
        print,
        (x, y) => (255 * (cell(x, y) - FREQUENCY.minPeriod)) / (FREQUENCY.maxPeriod - FREQUENCY.minPeriod),
      );
    case 'clarity':
    case 'agreement':
      return blank(print, (x, y) => 255 * cell(x, y));
    case 'binarize':
      return blank(print, (x, y) => 255 - 255 * pixel(x, y));
    case 'thin':
    case 'prune':
      return blank(print, (x, y) => (pixel(x, y) > 0 ? 0 : 170 + under(x, y) / 3));
    default:
      return blank(print, waves(stage, pixel));
  }
}

/** Waves have no fixed strength: two standard deviations fill the range. */
function waves(stage: Stage, pixel: (x: number, y: number) => number): (x: number, y: number) => number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < stage.data.length; i++) {
    if (stage.data[i] === 0) continue;
    sum += stage.data[i]! ** 2;
    count++;
  }
  const deviation = Math.sqrt(sum / Math.max(1, count));
  return (x, y) => 128 - (64 * pixel(x, y)) / deviation;
}

function drawOrientation(canvas: Canvas, angleAt: (x: number, y: number) => number): Canvas {
  const step = 10;
  for (let y = step; y < canvas.height / SCALE; y += step) {
    for (let x = step; x < canvas.width / SCALE; x += step) {
      const angle = angleAt(x, y);
      if (angle === 0) continue;
      const dx = Math.cos(angle) * step * 0.8;
      const dy = Math.sin(angle) * step * 0.8;
      canvas.line(x * SCALE - dx, y * SCALE - dy, x * SCALE + dx, y * SCALE + dy, RED);
    }
  }
  return canvas;
}

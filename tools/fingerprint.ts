// `npm run fingerprint -- draw IMAGE [IMAGE2] [--out DIR]`: see what the fingerprint engine sees.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encode } from 'fast-png';
import { readImage } from '../research/src/accuracy/image-file.ts';
import { ImageError, synthesize, THRESHOLD, type Image } from '../packages/fingerprint/src/index.ts';
import type { Canvas } from './fingerprint/canvas.ts';
import { drawMatch } from './fingerprint/match.ts';
import { sheet } from './fingerprint/sheet.ts';
import { drawStages } from './fingerprint/stages.ts';

const HELP = `npm run fingerprint -- draw IMAGE [IMAGE2] [options]

Writes a picture of each stage of extraction, and for two images one of their matched minutiae.
IMAGE is a gray PNG or a binary PGM, or synthetic:FINGER/IMPRESSION, such as synthetic:3/0.

  --out DIR   where the pictures go (fingerprint-pictures)
  --sheet     all stages of an image in one picture as well
  --dpi N     resolution of the images (500)
  --help      this page
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'fingerprint-pictures' },
    dpi: { type: 'string', default: '500' },
    sheet: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [command, ...images] = positionals;

if (values.help || command !== 'draw' || images.length < 1 || images.length > 2) {
  console.error(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  try {
    draw(images.map((name) => load(name, Number(values.dpi))));
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    console.error(`${error.code}: ${error.message}`);
    process.exitCode = 1;
  }
}

function load(name: string, dpi: number): Image {
  const synthetic = /^synthetic:(\d+)\/(\d+)$/.exec(name);
  return synthetic
    ? synthesize({ finger: Number(synthetic[1]), impression: Number(synthetic[2]) })
    : readImage(name, dpi);
}

function draw(prints: readonly Image[]): void {
  mkdirSync(values.out, { recursive: true });
  for (const [k, print] of prints.entries()) {
    const prefix = prints.length === 1 ? '' : `${k + 1}-`;
    const stages = drawStages(print);
    for (const [name, canvas] of stages) save(`${prefix}${name}`, canvas);
    if (values.sheet)
      save(
        `${prefix}sheet`,
        sheet(
          stages.map(([, canvas]) => canvas),
          3,
        ),
      );
  }
  const [one, other] = prints;
  if (one === undefined || other === undefined) return;
  const { canvas, score, pairs } = drawMatch(one, other);
  save('matched', canvas);
  console.log(
    `${pairs} matched minutiae, score ${score.toFixed(1)}: ${score >= THRESHOLD ? 'a match' : 'no match'} (threshold ${THRESHOLD})`,
  );
}

function save(name: string, canvas: Canvas): void {
  const file = join(values.out, `${name}.png`);
  writeFileSync(file, encode({ width: canvas.width, height: canvas.height, data: canvas.data, channels: 3, depth: 8 }));
  console.log(file);
}

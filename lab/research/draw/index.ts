// Pictures of the engine's stages: `npm run research -- draw IMAGE [IMAGE2]`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encode } from 'fast-png';
import { readImage } from '../accuracy/image-file.ts';
import { ImageError, synthesize, THRESHOLD, type Image } from '../../../packages/fingerprint/src/index.ts';
import type { Canvas } from './canvas.ts';
import { drawMatch } from './match.ts';
import { sheet } from './sheet.ts';
import { drawStages } from './stages.ts';
import type { Experiment } from '../main.ts';

const HELP = `npm run research -- draw IMAGE [IMAGE2] [options]

Writes a picture of each stage of extraction, and for two images one of their matched minutiae.
IMAGE is a gray PNG or a binary PGM, or synthetic:FINGER/IMPRESSION, such as synthetic:3/0.

  --out DIR   where the pictures go (fingerprint-pictures)
  --sheet     all stages of an image in one picture as well
  --dpi N     resolution of the images (500)
  --help      this page
`;

async function run(args: string[]): Promise<void> {
  const { values, positionals: images } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'fingerprint-pictures' },
      dpi: { type: 'string', default: '500' },
      sheet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || images.length < 1 || images.length > 2) {
    console.error(HELP);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  try {
    draw(
      images.map((name) => load(name, Number(values.dpi))),
      values.out,
      values.sheet,
    );
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

function draw(prints: readonly Image[], out: string, withSheet: boolean): void {
  const save = (name: string, canvas: Canvas): void => saveAs(join(out, `${name}.png`), canvas);
  mkdirSync(out, { recursive: true });
  for (const [k, print] of prints.entries()) {
    const prefix = prints.length === 1 ? '' : `${k + 1}-`;
    const stages = drawStages(print);
    for (const [name, canvas] of stages) save(`${prefix}${name}`, canvas);
    if (withSheet)
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

function saveAs(file: string, canvas: Canvas): void {
  writeFileSync(file, encode({ width: canvas.width, height: canvas.height, data: canvas.data, channels: 3, depth: 8 }));
  console.log(file);
}

export default { summary: 'pictures of each stage of an extraction, and of a match', run } satisfies Experiment;

import type { Image, View } from '../../../packages/fingerprint/src/index.ts';
import type { Attacker } from './attacker.ts';
import { withoutMap } from './judgment.ts';
import { pick, type Lab } from './lab.ts';
import { recordedView } from './population.ts';
import { bred } from './search.ts';

const SIDE = 360;
/** Extracting a picture takes as long as many comparisons. */
const COST = 3;

export const averages: Attacker = {
  name: 'averages',
  tries: 'pictures of two to six fingers blended into one, extracted, bred',
  make: (lab) =>
    bred<Image>(dear(lab), {
      begin: () => blend(Array.from({ length: 2 + Math.floor(lab.random() * 5) }, () => picture(lab))),
      breed: (one, other) => blend([one, lab.random() < 0.5 ? other : picture(lab)]),
      views: (image) => viewsOf(image, lab),
    }),
};

export const masterPictures: Attacker = {
  name: 'master pictures',
  tries: 'pictures put together from pieces of fingers, extracted as a finger would be, bred',
  make: (lab) =>
    bred<Image>(dear(lab), {
      begin: () => joined(picture(lab), picture(lab), lab),
      breed: (one, other) => joined(one, lab.random() < 0.5 ? other : picture(lab), lab),
      views: (image) => viewsOf(image, lab),
    }),
};

export const parts: Attacker = {
  name: 'parts',
  tries: 'pictures of so little of a finger that it could be many, extracted, bred',
  make: (lab) =>
    bred<Image>(dear(lab), {
      begin: () => cutOut(picture(lab), 90 + lab.random() * 140, lab),
      breed: (one) =>
        lab.random() < 0.5 ? cutOut(picture(lab), 90 + lab.random() * 140, lab) : cutOut(one, SIDE * 0.8, lab),
      views: (image) => viewsOf(image, lab),
    }),
};

function dear(lab: Lab): Lab {
  return { ...lab, effort: lab.effort / COST };
}

function viewsOf(image: Image, { scorer }: Lab): View[] | undefined {
  const view = recordedView(image);
  if (view === undefined) return undefined;
  return [scorer === 'full' ? view : withoutMap(view)];
}

/** The middle of a capture at about 500 dpi, sometimes shifted. */
function picture({ fingers, random }: Lab): Image {
  const { picture: from } = pick(fingers, random);
  const pixels = new Uint8Array(SIDE * SIDE).fill(255);
  const left = Math.round((from.width - SIDE) / 2 + (random() - 0.5) * 60);
  const top = Math.round((from.height - SIDE) / 2 + (random() - 0.5) * 60);
  for (let y = Math.max(0, -top); y < Math.min(SIDE, from.height - top); y++) {
    const first = Math.max(0, -left);
    const last = Math.min(SIDE, from.width - left);
    const start = (y + top) * from.width + left;
    if (first < last) pixels.set(from.pixels.subarray(start + first, start + last), y * SIDE + first);
  }
  return { width: SIDE, height: SIDE, dpi: 500, pixels };
}

function blend(images: readonly Image[]): Image {
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, at) =>
    images.reduce((sum, image) => sum + image.pixels[at]! / images.length, 0),
  );
  return { ...images[0]!, pixels };
}

/** One picture on each side of a line, with a soft transition over a ridge or two. */
function joined(one: Image, other: Image, { random }: Lab): Image {
  const angle = random() * 2 * Math.PI;
  const [cos, sin, offset] = [Math.cos(angle), Math.sin(angle), (random() - 0.5) * SIDE * 0.6];
  const pixels = one.pixels.map((gray, at) => {
    const side = ((at % SIDE) - SIDE / 2) * cos + (at / SIDE - SIDE / 2) * sin - offset;
    const weight = Math.min(1, Math.max(0, 0.5 + side / 16));
    return gray * (1 - weight) + other.pixels[at]! * weight;
  });
  return { ...one, pixels };
}

/** Keeps only a disc. */
function cutOut(image: Image, diameter: number, { random }: Lab): Image {
  const [x, y] = [SIDE / 2 + (random() - 0.5) * 120, SIDE / 2 + (random() - 0.5) * 120];
  const square = (diameter / 2) ** 2;
  const pixels = image.pixels.map((gray, at) => (((at % SIDE) - x) ** 2 + (at / SIDE - y) ** 2 < square ? gray : 255));
  return { ...image, pixels };
}

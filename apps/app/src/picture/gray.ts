/** Bytes of a canvas: red, green, blue, opacity per pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Gray {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** Mostly green: there skin shows its ridges best, because blood takes green light and lets red through. Transparent is white paper. */
export function toGray({ width, height, data }: Picture): Gray {
  const pixels = new Uint8Array(width * height);
  for (let i = 0, o = 0; o < pixels.length; i += 4, o++) {
    const gray = 0.2 * data[i]! + 0.7 * data[i + 1]! + 0.1 * data[i + 2]!;
    const opacity = data[i + 3]! / 255;
    pixels[o] = Math.round(gray * opacity + 255 * (1 - opacity));
  }
  return { width, height, pixels };
}

/** 0 for a gray scan, about a third for lit skin: the mean of how much the strongest colour exceeds the weakest. */
export function colourfulness({ data }: Picture): number {
  let sum = 0;
  let count = 0;
  // A sample is enough: every 13th pixel.
  for (let i = 0; i < data.length; i += 52) {
    const strongest = Math.max(data[i]!, data[i + 1]!, data[i + 2]!);
    const weakest = Math.min(data[i]!, data[i + 1]!, data[i + 2]!);
    // The darkest pixels have no colour worth the name.
    if (strongest < 40) continue;
    sum += (strongest - weakest) / strongest;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

export const inverted = ({ width, height, pixels }: Gray): Gray => ({
  width,
  height,
  pixels: pixels.map((value) => 255 - value),
});

/** The part of an image inside a rectangle, which is cut to the image first. */
export function crop({ width, height, pixels }: Gray, area: Area): Gray {
  const left = Math.max(0, Math.round(area.x));
  const top = Math.max(0, Math.round(area.y));
  const right = Math.min(width, Math.round(area.x + area.width));
  const bottom = Math.min(height, Math.round(area.y + area.height));
  const out = { width: right - left, height: bottom - top, pixels: new Uint8Array((right - left) * (bottom - top)) };
  for (let y = top; y < bottom; y++)
    out.pixels.set(pixels.subarray(y * width + left, y * width + right), (y - top) * out.width);
  return out;
}

/** The image at `1 / factor` of its size; each pixel is the mean of those it covers, so that fine ridges do not turn into moiré. */
export function shrink(image: Gray, factor: number): Gray {
  if (factor <= 1) return image;
  const width = Math.max(1, Math.floor(image.width / factor));
  const height = Math.max(1, Math.floor(image.height / factor));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const top = Math.floor(y * factor);
    const bottom = Math.max(top + 1, Math.floor((y + 1) * factor));
    for (let x = 0; x < width; x++) {
      const left = Math.floor(x * factor);
      pixels[y * width + x] = mean(image, left, Math.max(left + 1, Math.floor((x + 1) * factor)), top, bottom);
    }
  }
  return { width, height, pixels };
}

function mean({ width, pixels }: Gray, left: number, right: number, top: number, bottom: number): number {
  let sum = 0;
  for (let y = top; y < bottom; y++)
    for (let i = y * width + left, end = y * width + right; i < end; i++) sum += pixels[i]!;
  return Math.round(sum / ((right - left) * (bottom - top)));
}

import type { Image } from '@authly/fingerprint';

export function smudge(image: Image): Image {
  const { width, height, pixels } = image;
  const slid = new Uint8Array(pixels.length);
  const reach = 26;
  const touched = 62;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (Math.hypot(x - width / 2, y - height / 2) > touched) {
        slid[y * width + x] = 238;
        continue;
      }
      let sum = 0;
      for (let k = -reach; k <= reach; k++) {
        const sx = Math.min(width - 1, Math.max(0, x + k));
        const sy = Math.min(height - 1, Math.max(0, y + Math.round(k / 2)));
        sum += pixels[sy * width + sx]!;
      }
      slid[y * width + x] = Math.round(238 + (sum / (2 * reach + 1) - 238) * 0.4);
    }
  }
  return { ...image, pixels: slid };
}

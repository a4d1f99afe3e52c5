import type { Area, Picture } from './picture.ts';

/** More pixels show no more ridges. */
const MAX_SIDE = 2400;

/** Rejects a file that the browser cannot read as a picture. */
export async function pictureOfFile(file: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(file);
  try {
    return pictureOf(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }, MAX_SIDE);
  } finally {
    bitmap.close();
  }
}

/** The longer side has at most `maxSide` pixels. The canvas is emptied afterwards. */
export function pictureOf(from: CanvasImageSource, area: Area, maxSide: number): Picture {
  const scale = Math.min(1, maxSide / Math.max(area.width, area.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(from, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
  canvas.width = 0;
  return { width, height, data };
}

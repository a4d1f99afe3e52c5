import type { Image, Minutia, View } from '@authly/fingerprint';
import type { Area, Picture } from '../capture/picture.ts';

type Color = readonly [red: number, green: number, blue: number];

const VIEW_DPI = 500;
const SCALE = 2;
/** With fewer minutiae the finger's place is unknown. */
const MIN_MINUTIAE = 6;
const MARGIN = 48;
const MARK = { radius: 7.5, ring: 4, tail: 24, tailWidth: 5 } as const;
/** Light in dark mode too: a fingerprint is not shown as its negative. */
const INK: Color = [70, 82, 122];
const PAPER: Color = [248, 250, 253];
const BLUE: Color = [52, 83, 217];
const WHITE: Color = [255, 255, 255];

export function drawCapture(image: Image, view: View | undefined): Picture {
  const imagePerView = view ? image.width / view.width : image.dpi / VIEW_DPI;
  const area = shownArea(view ?? { width: image.width / imagePerView, height: image.height / imagePerView });
  const width = Math.round(area.width * SCALE);
  const height = Math.round(area.height * SCALE);
  const picture = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  drawRidges(picture, image, area, imagePerView);
  for (const minutia of view?.minutiae ?? []) drawMinutia(picture, minutia, area);
  return picture;
}

function shownArea({ width, height, minutiae = [] }: Pick<View, 'width' | 'height'> & Partial<View>): Area {
  if (minutiae.length < MIN_MINUTIAE) return { x: 0, y: 0, width, height };
  const xs = minutiae.map(({ x }) => x);
  const ys = minutiae.map(({ y }) => y);
  const left = Math.max(0, Math.min(...xs) - MARGIN);
  const top = Math.max(0, Math.min(...ys) - MARGIN);
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.max(...xs) + MARGIN) - left,
    height: Math.min(height, Math.max(...ys) + MARGIN) - top,
  };
}

function drawRidges({ width, height, data }: Picture, image: Image, area: Area, imagePerView: number): void {
  for (let y = 0, o = 0; y < height; y++) {
    const imageY = ((y + 0.5) / SCALE + area.y) * imagePerView - 0.5;
    for (let x = 0; x < width; x++, o += 4) {
      const light = lightAt(image, ((x + 0.5) / SCALE + area.x) * imagePerView - 0.5, imageY) / 255;
      for (let c = 0; c < 3; c++) data[o + c] = INK[c]! + (PAPER[c]! - INK[c]!) * light;
      data[o + 3] = 255;
    }
  }
}

function lightAt({ width, height, pixels }: Image, x: number, y: number): number {
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const [fx, fy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const above = pixels[top * width + left]! * (1 - fx) + pixels[top * width + right]! * fx;
  const below = pixels[bottom * width + left]! * (1 - fx) + pixels[bottom * width + right]! * fx;
  return above * (1 - fy) + below * fy;
}

function drawMinutia(picture: Picture, { x, y, direction }: Minutia, area: Area): void {
  const [cx, cy] = [(x - area.x) * SCALE, (y - area.y) * SCALE];
  const [dx, dy] = [Math.cos(direction), -Math.sin(direction)];
  const reach = MARK.tail + MARK.tailWidth;
  for (let py = Math.floor(cy - reach); py <= cy + reach; py++)
    for (let px = Math.floor(cx - reach); px <= cx + reach; px++) {
      const [ox, oy] = [px + 0.5 - cx, py + 0.5 - cy];
      const along = Math.min(MARK.tail, Math.max(0, ox * dx + oy * dy));
      const fromCenter = Math.hypot(ox, oy);
      blend(picture, px, py, BLUE, MARK.tailWidth / 2 - Math.hypot(ox - along * dx, oy - along * dy));
      blend(picture, px, py, WHITE, MARK.radius - fromCenter);
      blend(picture, px, py, BLUE, MARK.ring / 2 - Math.abs(fromCenter - MARK.radius));
    }
}

/** `depth`: how far inside the shape the pixel's center lies. */
function blend({ width, height, data }: Picture, x: number, y: number, color: Color, depth: number): void {
  const share = Math.min(1, Math.max(0, depth + 0.5));
  if (share === 0 || x < 0 || y < 0 || x >= width || y >= height) return;
  const o = (y * width + x) * 4;
  for (let c = 0; c < 3; c++) data[o + c] = data[o + c]! * (1 - share) + color[c]! * share;
}

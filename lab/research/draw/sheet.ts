import { Canvas } from './canvas.ts';

const COLUMNS = 4;
const GAP = 8;

/** Several pictures of one size as one, rows of four, each at a part of its size. */
export function sheet(pictures: readonly Canvas[], shrink: number): Canvas {
  const width = Math.floor(pictures[0]!.width / shrink);
  const height = Math.floor(pictures[0]!.height / shrink);
  const rows = Math.ceil(pictures.length / COLUMNS);
  const out = new Canvas(COLUMNS * (width + GAP) - GAP, rows * (height + GAP) - GAP, () => 255);
  for (const [k, picture] of pictures.entries()) {
    const left = (k % COLUMNS) * (width + GAP);
    const top = Math.floor(k / COLUMNS) * (height + GAP);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++)
        out.data.set(mean(picture, x * shrink, y * shrink, shrink), ((top + y) * out.width + left + x) * 3);
    }
  }
  return out;
}

function mean(picture: Canvas, left: number, top: number, side: number): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < side * side; k++) {
    const at = ((top + Math.floor(k / side)) * picture.width + left + (k % side)) * 3;
    for (let c = 0; c < 3; c++) sums[c]! += picture.data[at + c]!;
  }
  return [sums[0] / side ** 2, sums[1] / side ** 2, sums[2] / side ** 2];
}

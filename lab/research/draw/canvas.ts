export type Color = readonly [number, number, number];

export const RED: Color = [210, 30, 30];
export const BLUE: Color = [20, 70, 220];
export const GREEN: Color = [20, 140, 60];

/** An RGB picture, painted pixel by pixel. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;

  constructor(width: number, height: number, gray: (x: number, y: number) => number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8Array(width * height * 3);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i += 3) this.data.fill(Math.max(0, Math.min(255, gray(x, y))), i, i + 3);
    }
  }

  dot(x: number, y: number, color: Color): void {
    const column = Math.round(x);
    const row = Math.round(y);
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    this.data.set(color, (row * this.width + column) * 3);
  }

  line(x1: number, y1: number, x2: number, y2: number, color: Color): void {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))));
    for (let k = 0; k <= steps; k++) this.dot(x1 + ((x2 - x1) * k) / steps, y1 + ((y2 - y1) * k) / steps, color);
  }

  ring(x: number, y: number, radius: number, color: Color): void {
    const points = Math.ceil(8 * radius);
    for (let k = 0; k < points; k++)
      this.dot(
        x + radius * Math.cos((2 * Math.PI * k) / points),
        y + radius * Math.sin((2 * Math.PI * k) / points),
        color,
      );
  }
}

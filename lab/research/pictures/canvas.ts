import { writeFileSync } from 'node:fs';
import { encode } from 'fast-png';

type Color = readonly [number, number, number];

export const RED: Color = [210, 30, 30];
export const BLUE: Color = [20, 70, 220];
export const GREEN: Color = [20, 140, 60];

/** An RGB picture, white at first. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #data: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#data = new Uint8Array(3 * width * height).fill(255);
  }

  fill(left: number, top: number, width: number, height: number, gray: (x: number, y: number) => number): void {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const value = Math.max(0, Math.min(255, gray(x, y)));
        this.#dot(left + x, top + y, [value, value, value]);
      }
    }
  }

  line(x1: number, y1: number, x2: number, y2: number, color: Color): void {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))));
    for (let k = 0; k <= steps; k++) this.#dot(x1 + ((x2 - x1) * k) / steps, y1 + ((y2 - y1) * k) / steps, color);
  }

  ring(x: number, y: number, radius: number, color: Color): void {
    const points = Math.ceil(8 * radius);
    for (let k = 0; k < points; k++) {
      const angle = (2 * Math.PI * k) / points;
      this.#dot(x + radius * Math.cos(angle), y + radius * Math.sin(angle), color);
    }
  }

  save(file: string): void {
    const { width, height } = this;
    writeFileSync(file, encode({ width, height, data: this.#data, channels: 3, depth: 8 }, { zlib: { level: 9 } }));
  }

  #dot(x: number, y: number, color: Color): void {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    this.#data.set(color, 3 * (row * this.width + column));
  }
}

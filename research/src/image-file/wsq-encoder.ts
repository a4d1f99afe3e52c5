import { jointsOf, leavesOf } from './wsq/subbands.ts';
import type { Image } from '../../../packages/fingerprint/src/types.ts';

/** The filters of the standard's encoder, from the middle tap outwards: 9 and 7 taps. */
const LOW = [
  0.852_698_679_009_403, 0.377_402_855_612_654, -0.110_624_404_418_423, -0.023_849_465_019_38, 0.037_828_455_506_995,
];
const HIGH = [0.788_485_616_405_664, -0.418_092_273_222_212, -0.040_689_417_609_558, 0.064_538_882_628_938];
const SUBBANDS = 60;
const BIN_CENTRE = 0.44;
const SHIFT = 128;
const SCALE = 64;

interface WsqOptions {
  /** Width of every bin; smaller is finer. */
  readonly bin?: number;
  readonly comment?: string;
}

/** A WSQ encoder for tests, with one bin width for all subbands and codes of eight bits. */
export function encodeWsq(image: Image, { bin = 0.02, comment }: WsqOptions = {}): Uint8Array {
  const { width, height } = image;
  const plane = Float64Array.from(image.pixels, (gray) => (gray - SHIFT) / SCALE);
  takeApart(plane, width, height);
  return Uint8Array.from([
    0xff,
    0xa0,
    ...(comment === undefined ? [] : part(0xa8, [...Buffer.from(comment)])),
    ...part(0xa4, [LOW.length * 2 - 1, HIGH.length * 2 - 1, ...LOW.flatMap(tap), ...HIGH.flatMap(tap)]),
    ...part(0xa5, quantisation(bin)),
    ...part(0xa2, [0, 255, ...uint16(height), ...uint16(width), 0, ...uint16(SHIFT), 0, ...uint16(SCALE), 0, 0, 0]),
    ...part(0xa6, [0, ...Array.from({ length: 16 }, (_, i) => (i === 7 ? 254 : 0)), ...SYMBOLS]),
    ...blocks(coefficients(plane, width, height, bin)),
    0xff,
    0xa1,
  ]);
}

const SYMBOLS = Array.from({ length: 254 }, (_, i) => i + 1);
const uint16 = (value: number): number[] => [value >> 8, value & 255];
const part = (marker: number, bytes: readonly number[]): number[] => [
  0xff,
  marker,
  ...uint16(bytes.length + 2),
  ...bytes,
];

/** Sign, power of ten, four bytes. */
function tap(value: number): number[] {
  const digits = Math.round(Math.abs(value) * 1e9);
  return [value < 0 ? 1 : 0, 9, ...uint16(Math.floor(digits / 65_536)), ...uint16(digits % 65_536)];
}

function quantisation(bin: number): number[] {
  const digits = uint16(Math.round(bin * 1e4));
  const row = [4, ...digits, 4, ...digits];
  return [
    2,
    ...uint16(BIN_CENTRE * 100),
    ...Array.from({ length: 64 }, (_, i) => (i < SUBBANDS ? row : [0, 0, 0, 0, 0, 0])).flat(),
  ];
}

/** The outermost region first, along its rows and then down its columns. */
function takeApart(plane: Float64Array, width: number, height: number): void {
  for (const joint of jointsOf(width, height).toReversed()) {
    const start = joint.y * width + joint.x;
    for (let row = 0; row < joint.height; row++) split(plane, start + row * width, 1, joint.width, joint.highLeft);
    for (let column = 0; column < joint.width; column++)
      split(plane, start + column, width, joint.height, joint.highTop);
  }
}

function split(plane: Float64Array, start: number, step: number, length: number, highFirst: boolean): void {
  const line = Float64Array.from({ length }, (_, i) => plane[start + i * step]!);
  const period = 2 * (length - 1);
  const at = (i: number): number => line[Math.min(Math.abs(i) % period, period - (Math.abs(i) % period))]!;
  const lows = Math.ceil(length / 2);
  for (let i = 0; i < length; i++) {
    const filter = i % 2 === 0 ? LOW : HIGH;
    const value = filter.reduce((sum, weight, k) => sum + weight * (k === 0 ? at(i) : at(i - k) + at(i + k)), 0);
    const place = (i >> 1) + (i % 2 === 0 ? (highFirst ? length - lows : 0) : highFirst ? 0 : lows);
    plane[start + place * step] = value;
  }
}

function coefficients(plane: Float64Array, width: number, height: number, bin: number): number[] {
  return leavesOf(width, height).flatMap((leaf) => {
    const values: number[] = [];
    for (let y = leaf.y; y < leaf.y + leaf.height; y++)
      for (let x = leaf.x; x < leaf.x + leaf.width; x++) values.push(binOf(plane[y * width + x]!, bin));
    return values;
  });
}

function binOf(value: number, bin: number): number {
  const beyond = Math.abs(value) - bin / 2;
  return beyond <= 0 ? 0 : Math.sign(value) * (Math.floor(beyond / bin) + 1);
}

/** Three blocks, as encoders write them. */
function blocks(values: readonly number[]): number[] {
  const third = Math.ceil(values.length / 3);
  return [0, 1, 2].flatMap((i) => {
    const content = symbolsOf(values.slice(i * third, (i + 1) * third));
    return [...part(0xa3, [0]), ...content.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]))];
  });
}

/** Every code has eight bits: the code of the n-th symbol is n. */
function symbolsOf(values: readonly number[]): number[] {
  const out: number[] = [];
  for (let i = 0; i < values.length; ) {
    const value = values[i]!;
    if (value === 0) {
      let run = 1;
      while (values[i + run] === 0) run++;
      run = Math.min(run, 65_535);
      out.push(...runOf(run));
      i += run;
      continue;
    }
    out.push(...(value >= -73 && value <= 74 ? [code(value + 180)] : escaped(value)));
    i++;
  }
  return out;
}

const code = (symbol: number): number => symbol - 1;
const runOf = (run: number): number[] =>
  run <= 100 ? [code(run)] : run < 256 ? [code(105), run] : [code(106), ...uint16(run)];
const escaped = (value: number): number[] => {
  const size = Math.abs(value);
  return size < 256 ? [code(value > 0 ? 101 : 102), size] : [code(value > 0 ? 103 : 104), ...uint16(size)];
};

import { ImageFileError } from '../error.ts';
import { jointsOf } from './subbands.ts';
import type { Filters, Tables } from './tables.ts';

/** Joins the subbands in place, the innermost first, each region down its columns and then along its rows. */
export function reconstruct(plane: Float64Array, width: number, height: number, { filters }: Tables): void {
  if (!filters) throw new ImageFileError('damaged', 'The file has no filters.');
  const line = new Float64Array(Math.max(width, height));
  for (const { x, y, width: columns, height: rows, highLeft, highTop } of jointsOf(width, height)) {
    const start = y * width + x;
    for (let column = 0; column < columns; column++)
      joinLine(plane, { start: start + column, step: width, length: rows, highFirst: highTop }, filters, line);
    for (let row = 0; row < rows; row++)
      joinLine(plane, { start: start + row * width, step: 1, length: columns, highFirst: highLeft }, filters, line);
  }
}

interface Line {
  readonly start: number;
  readonly step: number;
  readonly length: number;
  /** The high frequencies are first. */
  readonly highFirst: boolean;
}

/**
 * Low frequencies are the even values of the line and high frequencies the odd ones. Each value is spread over its neighbours by its
 * filter. The line is mirrored at both ends.
 */
function joinLine(
  plane: Float64Array,
  { start, step, length, highFirst }: Line,
  { low, high }: Filters,
  line: Float64Array,
): void {
  if (length < 2) return;
  const lows = Math.ceil(length / 2);
  const [lowStart, highStart] = highFirst ? [length - lows, 0] : [0, lows];
  for (let i = 0; i < length; i++) {
    const from = (i % 2 === 0 ? lowStart : highStart) + (i >> 1);
    line[i] = plane[start + from * step]!;
  }
  const reach = Math.max(low.length, high.length);
  for (let i = 0; i < length; i++) {
    const inside = i >= reach && i + reach < length;
    plane[start + i * step] = inside ? middle(line, i, low, high) : edge(line, length, i, low, high);
  }
}

/** An even output uses the even taps of the low filter and the odd taps of the high filter; an odd output the reverse. */
function middle(line: Float64Array, i: number, low: Float64Array, high: Float64Array): number {
  const [own, other] = i % 2 === 0 ? [low, high] : [high, low];
  let sum = own[0]! * line[i]!;
  for (let k = 2; k < own.length; k += 2) sum += own[k]! * (line[i - k]! + line[i + k]!);
  for (let k = 1; k < other.length; k += 2) sum += other[k]! * (line[i - k]! + line[i + k]!);
  return sum;
}

function edge(line: Float64Array, length: number, i: number, low: Float64Array, high: Float64Array): number {
  const [own, other] = i % 2 === 0 ? [low, high] : [high, low];
  const at = (place: number): number => line[mirrored(place, length)]!;
  let sum = own[0]! * line[i]!;
  for (let k = 2; k < own.length; k += 2) sum += own[k]! * (at(i - k) + at(i + k));
  for (let k = 1; k < other.length; k += 2) sum += other[k]! * (at(i - k) + at(i + k));
  return sum;
}

function mirrored(place: number, length: number): number {
  const period = 2 * (length - 1);
  const within = ((place % period) + period) % period;
  return within < length ? within : period - within;
}

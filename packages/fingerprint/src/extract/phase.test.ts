import { describe, expect, it } from 'vitest';
import { CELL, ORIENTATION, PAD } from '../constants.ts';
import { mergeMinutiae } from './choose-minutiae.ts';
import { phaseMinutiae } from './phase.ts';
import type { RawMinutia } from './detect.ts';
import { withKernels } from '../kernels/memory.ts';
import { newPlane } from './plane.ts';

const SIDE = 160;
const CELLS = SIDE / CELL;
const PERIOD = 9;
const MIDDLE = { x: 80.5, y: 80.5 };

/** Level ridges, with one more to the right of the middle, where the phase is `start`. */
const ridges = (start: number, along = 0): RawMinutia[] => withKernels(() => readRidges(start, along));

function readRidges(start: number, along: number): RawMinutia[] {
  const [even, odd, period] = [newPlane(SIDE, SIDE), newPlane(SIDE, SIDE), newPlane(CELLS, CELLS)];
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [dx, dy] = [(i % SIDE) - MIDDLE.x, Math.floor(i / SIDE) - MIDDLE.y];
    const across = Math.cos(along) * dy - Math.sin(along) * dx;
    const ahead = Math.cos(along) * dx + Math.sin(along) * dy;
    const phase = (2 * Math.PI * across) / PERIOD + Math.atan2(across, ahead) + start;
    const size = Math.min(1, Math.hypot(dx, dy) / PERIOD);
    even.data[i] = size * Math.cos(phase);
    odd.data[i] = size * Math.sin(phase);
  }
  period.data.fill(PERIOD);
  const mask = { width: CELLS, height: CELLS, data: new Uint8Array(CELLS * CELLS).fill(1) };
  for (let i = 0; i < mask.data.length; i++)
    if (Math.max(i % CELLS, Math.floor(i / CELLS)) >= CELLS - PAD / CELL) mask.data[i] = 0;
  const step = new Uint8Array(CELLS * CELLS).fill(Math.round((along / Math.PI) * ORIENTATION.steps));
  const cos = new Float64Array(CELLS * CELLS).fill(-Math.cos(2 * along));
  const sin = new Float64Array(CELLS * CELLS).fill(-Math.sin(2 * along));
  const coherence = new Float32Array(CELLS * CELLS);
  return phaseMinutiae(even, odd, { ...mask, cos, sin, step, coherence }, period, mask);
}

describe('the phase turns once where a ridge begins', () => {
  it.each([0, 0.5, 1.2])('along %f: one minutia, which points to the side with one more ridge', (along) => {
    const found = ridges(0, along);
    expect(found).toHaveLength(1);
    expect(Math.hypot(found[0]!.x - MIDDLE.x, found[0]!.y - MIDDLE.y)).toBeLessThan(2);
    expect(found[0]!.angle).toBeCloseTo(along, 5);
  });

  it('a ridge that begins is an ending, a valley that begins a bifurcation', () => {
    expect(ridges(0).map(({ bifurcation }) => bifurcation)).toEqual([false]);
    expect(ridges(Math.PI).map(({ bifurcation }) => bifurcation)).toEqual([true]);
  });
});

describe('minutiae of lines and phase are merged', () => {
  const at = (x: number, angle = 0): RawMinutia => ({
    x,
    y: 50,
    angle,
    bifurcation: false,
    quality: 0,
    confirmed: false,
  });

  it('a minutia of both is listed once, at the position of the line, and confirmed', () => {
    expect(mergeMinutiae([at(50)], [at(54)])).toEqual([{ ...at(50), confirmed: true }]);
  });

  it.each([['far apart', [at(50)], [at(70)]]])('%s: both are listed, neither confirmed', (_, ofLines, ofPhase) => {
    expect(mergeMinutiae(ofLines, ofPhase).map(({ confirmed }) => confirmed)).toEqual([false, false]);
  });

  it('close but opposite: only the one of the lines is listed', () => {
    expect(mergeMinutiae([at(50)], [at(52, Math.PI)])).toEqual([at(50)]);
  });
});

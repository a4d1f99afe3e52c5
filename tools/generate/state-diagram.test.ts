import { SESSION_STATES } from '@authly/contract/states';
import { expect, it } from 'vitest';
import { TRANSITIONS } from '../../apps/service/src/session/transitions.ts';
import { STATE_BOXES, stateDiagram, stateMoves } from './state-diagram.ts';
import type { Box, Label, Line } from './svg.ts';

/** Wider than any font draws it. */
const boxOf = ({ text, x, y, anchor, size }: Label): Box => {
  const width = text.length * size * 0.6;
  return { left: anchor === 'start' ? x : x - width / 2, top: y - size * 0.8, width, height: size };
};
const boxOfLine = ({ from, to }: Line): Box => ({
  left: Math.min(from.x, to.x),
  top: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
});
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

it('the drawing has every state and every transition of the table', () => {
  const svg = stateDiagram();
  for (const state of SESSION_STATES) expect(svg).toContain(`>${state}</text>`);
  const drawn = stateMoves().flatMap(({ labels }) => labels.flatMap(({ text }) => text.split(', ')));
  const moves = TRANSITIONS.filter(({ to }) => to !== undefined && to !== 'stay').flatMap(({ event, from }) =>
    from.map(() => event),
  );
  expect(drawn.toSorted()).toEqual(moves.toSorted());
});

it('nothing on it overlaps: no state, arrow or label with any other', () => {
  const moves = stateMoves();
  const pieces: [string, Box][] = [
    ...Object.entries(STATE_BOXES),
    ...moves.flatMap(({ labels }, index) =>
      labels.map((label): [string, Box] => [`${label.text} ${index}`, boxOf(label)]),
    ),
    ...moves.map((move, index): [string, Box] => [`arrow ${index}`, boxOfLine(move)]),
  ];
  const overlaps = pieces.flatMap(([name, a], index) =>
    pieces.slice(index + 1).flatMap(([other, b]) => (overlap(a, b) ? [`${name} and ${other}`] : [])),
  );
  expect(overlaps).toEqual([]);
  expect(moves.every(({ from, to }) => from.x === to.x || from.y === to.y)).toBe(true);
});

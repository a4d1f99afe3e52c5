import { isFinal, type SessionStatus } from '@authly/contract/states';
import { TRANSITIONS } from '../../apps/service/src/session/transitions.ts';
import { arrow, box, type Box, label, type Label, type Line, opening, standalone } from './svg.ts';

/** A final state is as tall as the states that lead to it, so that its arrows are level and do not cross. */
const ROW = 82;
const MIDDLE = { left: 136, width: 156, height: 46 };
const SIDE = { width: 88, height: 46 };
const LEFT = 4;
const RIGHT = 372;
const WIDTH = RIGHT + SIDE.width + 4;
const HEIGHT = 5 * ROW + MIDDLE.height + 8;
const GAP = 8;

const row = (index: number): number => 4 + index * ROW;
const middle = (index: number): Box => ({ ...MIDDLE, top: row(index) });
const side = (left: number, from: number, to: number): Box => ({
  left,
  width: SIDE.width,
  top: from,
  height: to - from,
});
const centre = (index: number): number => row(index) + MIDDLE.height / 2;

export const STATE_BOXES: Readonly<Record<SessionStatus, Box>> = {
  created: middle(0),
  opened: middle(1),
  app_launched: middle(2),
  callback_received: middle(3),
  processing: middle(4),
  succeeded: middle(5),
  expired: side(LEFT, row(0), row(2) + SIDE.height),
  canceled: side(RIGHT, row(1), centre(2) - GAP / 2),
  failed: side(RIGHT, centre(2) + GAP / 2, row(4) + SIDE.height),
};

type Move = Line & { readonly labels: readonly Label[] };

const SMALL = 12;

export function stateMoves(): Move[] {
  const moves = TRANSITIONS.flatMap(({ event, from, to }) =>
    to === undefined || to === 'stay' ? [] : from.map((state) => ({ event, from: state, to })),
  );
  return [...Map.groupBy(moves, ({ from, to }) => `${from} ${to}`).values()].map((group) =>
    move(
      STATE_BOXES[group[0]!.from],
      STATE_BOXES[group[0]!.to],
      group.map(({ event }) => event),
    ),
  );
}

function move(from: Box, to: Box, events: readonly string[]): Move {
  if (from.left === to.left) return downwards(from, to, events.join(', '));
  const isLeft = to.left < from.left;
  const x = isLeft ? [from.left, to.left + to.width] : [from.left + from.width, to.left];
  const y = (Math.max(from.top, to.top) + Math.min(from.top + from.height, to.top + to.height)) / 2;
  const text = (event: string, index: number): Label => ({
    text: event,
    x: (x[0]! + x[1]!) / 2,
    y: index === 0 ? y - 5 : y + 14,
    anchor: 'middle',
    size: SMALL,
  });
  return { from: { x: x[0]!, y }, to: { x: x[1]!, y }, labels: events.map(text) };
}

function downwards(from: Box, to: Box, events: string): Move {
  const x = from.left + from.width / 2;
  const [start, end] = [from.top + from.height, to.top];
  return {
    from: { x, y: start },
    to: { x, y: end },
    labels: [{ text: events, x: x + 8, y: (start + end) / 2 + 3, anchor: 'start', size: SMALL }],
  };
}

/** The states and moves as an SVG that needs nothing from outside and follows the reader's colours. */
export function stateDiagram(): string {
  const moves = stateMoves().map(({ labels, ...line }) => [arrow(line), ...labels.map((each) => label(each))].join(''));
  const boxes = Object.entries(STATE_BOXES).map(([state, place]) => stateBox(state as SessionStatus, place));
  const name = 'Session states and the moves between them';
  return standalone([opening(WIDTH, HEIGHT, name), ...moves, ...boxes, '</svg>'].join('\n'));
}

function stateBox(state: SessionStatus, place: Box): string {
  const text = { text: state, x: place.left + place.width / 2, y: place.top + place.height / 2 + 5, size: 14 } as const;
  return (
    box(place, isFinal(state) ? 'end' : 'box') +
    label({ ...text, anchor: 'middle' }, isFinal(state) ? 'on-end' : 'name')
  );
}

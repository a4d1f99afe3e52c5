import { isFinal, SESSION_STATES, type SessionStatus } from '@authly/contract/states';
import { TRANSITIONS } from '../session/transitions.ts';

/** Where each state stands on the drawing; which arrows join them comes from the table. */
const PLACE: Record<SessionStatus, { x: number; y: number }> = {
  created: { x: 90, y: 50 },
  opened: { x: 270, y: 50 },
  app_launched: { x: 450, y: 50 },
  callback_received: { x: 650, y: 50 },
  processing: { x: 850, y: 50 },
  expired: { x: 180, y: 230 },
  canceled: { x: 410, y: 230 },
  failed: { x: 640, y: 230 },
  succeeded: { x: 850, y: 230 },
};
const WIDTH = 960;
const HEIGHT = 280;
const BOX = { width: 136, height: 40 };

/** The states and moves as an SVG that needs nothing from outside and follows the reader's colours. */
export function stateDiagram(): string {
  const moves = TRANSITIONS.flatMap(({ event, from, to }) =>
    to === undefined || to === 'stay' ? [] : from.map((state) => ({ event, from: state, to })),
  );
  const joined = Map.groupBy(moves, ({ from, to }) => `${from} ${to}`);
  const arrows = [...joined.values()].map((group) =>
    arrow(group[0]!.from, group[0]!.to, group.map(({ event }) => event).join(', ')),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Session states and the moves between them" font-family="system-ui, sans-serif" font-size="13">
<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#64748b"/></marker></defs>
${arrows.join('\n')}
${SESSION_STATES.map(box).join('\n')}
</svg>`;
}

function box(state: SessionStatus): string {
  const { x, y } = PLACE[state];
  const fill = isFinal(state) ? '#1e3a5f' : '#e2e8f0';
  const ink = isFinal(state) ? '#ffffff' : '#0f172a';
  return `<rect x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="8" fill="${fill}" stroke="#64748b"/><text x="${x}" y="${y + 5}" text-anchor="middle" fill="${ink}">${state}</text>`;
}

function arrow(from: SessionStatus, to: SessionStatus, label: string): string {
  const a = PLACE[from];
  const b = PLACE[to];
  const level = a.y === b.y;
  const start = level ? { x: a.x + BOX.width / 2, y: a.y } : { x: a.x + (b.x - a.x) * 0.12, y: a.y + BOX.height / 2 };
  const end = level ? { x: b.x - BOX.width / 2, y: b.y } : { x: b.x - (b.x - a.x) * 0.12, y: b.y - BOX.height / 2 };
  const middle = level
    ? { x: (start.x + end.x) / 2, y: start.y - 9 }
    : { x: start.x + (end.x - start.x) * 0.42, y: start.y + (end.y - start.y) * 0.42 };
  return `<line x1="${start.x}" y1="${start.y}" x2="${end.x}" y2="${end.y}" stroke="#64748b" stroke-width="1.4" marker-end="url(#tip)"/><text x="${middle.x}" y="${middle.y}" text-anchor="middle" fill="#64748b" font-size="11">${label}</text>`;
}

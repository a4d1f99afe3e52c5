import { BIO_OPERATIONS, OPERATIONS, type OperationName } from '@authly/contract/operations';
import { arrow, box, label, opening } from './svg.ts';

const ACTORS = ['Your page', 'Your backend', 'Authly', 'Phone'] as const;
type Actor = (typeof ACTORS)[number];

/** The text is on the arrow. */
type Step = readonly [from: Actor, to: Actor, text: string];

const path = (name: OperationName): string =>
  `${OPERATIONS[name].method} ${OPERATIONS[name].path.replace('/sessions/{session_id}', '/…')}`;

/** From the click to the answer. Text that lists the steps uses the same numbers. */
export const VERIFICATION: readonly Step[] = [
  ['Your page', 'Your backend', '“Pay with finger”'],
  ['Your backend', 'Authly', path('createVerificationSession')],
  ['Your page', 'Authly', 'opens popup_url, shows a QR code'],
  ['Phone', 'Authly', 'joins, sends the capture'],
  ['Authly', 'Your backend', `${BIO_OPERATIONS.lookup.method} ${BIO_OPERATIONS.lookup.path}`],
  ['Your backend', 'Authly', path('readResult')],
  ['Your backend', 'Your page', 'matched: true'],
];

export const ENROLLMENT: readonly Step[] = [
  ['Your page', 'Your backend', '“Enroll a finger”'],
  ['Your backend', 'Authly', path('createEnrollmentSession')],
  ['Your page', 'Authly', 'opens popup_url, shows a QR code'],
  ['Phone', 'Authly', 'joins, sends the captures'],
  ['Authly', 'Your backend', `${BIO_OPERATIONS.store.method} ${BIO_OPERATIONS.store.path}`],
  ['Your backend', 'Authly', path('readResult')],
  ['Your backend', 'Your page', 'enrolled: true'],
];

/** A narrow one has numbers on its arrows instead of words. */
const SIZES = { wide: { lane: 208, row: 35, text: 14 }, narrow: { lane: 92, row: 36, text: 11 } } as const;
const HEAD = 32;

/** Who calls whom, in order. */
export function sequenceDiagram(steps: readonly Step[], width: keyof typeof SIZES): string {
  const { lane, row, text: size } = SIZES[width];
  const height = HEAD + row * steps.length + 18;
  const x = (actor: Actor): number => lane * (ACTORS.indexOf(actor) + 0.5);
  const lanes = ACTORS.map((name) => {
    const isOurs = name === 'Authly';
    const head = { left: x(name) - lane / 2 + 4, top: 1, width: lane - 8, height: HEAD };
    return `<path class="lane" d="M${x(name)} ${HEAD}V${height}"/>${box(head, isOurs ? 'end' : 'box')}${label({ text: name, x: x(name), y: 21, anchor: 'middle', size }, isOurs ? 'on-end' : 'name')}`;
  });
  const arrows = steps.map(([from, to, text], index) => {
    const y = HEAD + row * (index + 1);
    const middle = (x(from) + x(to)) / 2;
    const line = arrow({ from: { x: x(from), y }, to: { x: x(to), y } });
    if (width === 'wide')
      return line + label({ text: `${index + 1}  ${text}`, x: middle, y: y - 8, anchor: 'middle', size: 12.5 });
    return `${line}<circle class="end" cx="${middle}" cy="${y}" r="10"/>${label({ text: String(index + 1), x: middle, y: y + 4.5, anchor: 'middle', size: 13 }, 'on-end')}`;
  });
  const name = steps.map(([from, to, text], index) => `${index + 1}. ${from} to ${to}: ${text}`).join('. ');
  return [opening(lane * ACTORS.length, height, name), ...lanes, ...arrows, '</svg>'].join('\n');
}

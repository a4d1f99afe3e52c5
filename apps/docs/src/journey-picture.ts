import { BIO_OPERATIONS, OPERATIONS } from '@authly/contract/operations';
import { escapeHtml } from './html-text.ts';
import { arrow, box, label, opening } from './svg.ts';

const ACTORS = ['Your page', 'Your server', 'Authly', 'The phone'] as const;
const [PAGE, SERVER, AUTHLY, PHONE] = [0, 1, 2, 3] as const;

interface Step {
  readonly from: number;
  readonly to: number;
  /** On the arrow. */
  readonly short: string;
  /** For the list beside the picture. */
  readonly text: string;
}

const path = (name: keyof typeof OPERATIONS): string => `${OPERATIONS[name].method} ${OPERATIONS[name].path}`;

/** A verification from the click to the answer; an enrollment differs in steps 2 and 6. */
export const JOURNEY: readonly Step[] = [
  { from: PAGE, to: SERVER, short: '“Pay with finger”', text: 'Somebody clicks. Your page asks your server.' },
  {
    from: SERVER,
    to: AUTHLY,
    short: path('createVerificationSession'),
    text: 'Your server creates a session and gets a popup_url.',
  },
  {
    from: PAGE,
    to: AUTHLY,
    short: 'opens popup_url, shows a QR code',
    text: 'Your page opens popup_url: the hosted page shows a QR code.',
  },
  {
    from: PHONE,
    to: AUTHLY,
    short: 'captured finger, sealed',
    text: 'The phone joins, captures the finger and sends it sealed.',
  },
  {
    from: AUTHLY,
    to: SERVER,
    short: `${BIO_OPERATIONS.lookup.method} ${BIO_OPERATIONS.lookup.path}`,
    text: 'Authly asks your Bio API, in a signed call, for what you stored, and compares.',
  },
  {
    from: SERVER,
    to: AUTHLY,
    short: path('readResult').replace('/sessions/{session_id}', '/…'),
    text: 'Your server reads the result: the only proof.',
  },
  { from: SERVER, to: PAGE, short: 'matched: true', text: 'Your server decides, and your page shows it.' },
];

export interface PictureSize {
  readonly lane: number;
  readonly row: number;
  /** Words on the arrows; without them a number stands there, for the list below. */
  readonly hasWords: boolean;
}
export const WIDE: PictureSize = { lane: 208, row: 35, hasWords: true };
export const NARROW: PictureSize = { lane: 92, row: 36, hasWords: false };

const HEAD = 32;

/** Who calls whom, in order. */
export function journeyPicture({ lane, row, hasWords }: PictureSize): string {
  const [width, height] = [lane * ACTORS.length, HEAD + row * JOURNEY.length + 18];
  const x = (actor: number): number => lane * (actor + 0.5);
  const lanes = ACTORS.map((name, actor) => {
    const head = { left: x(actor) - lane / 2 + 4, top: 1, width: lane - 8, height: HEAD };
    return `<path class="lane" d="M${x(actor)} ${HEAD}V${height}"/>${box(head, actor === AUTHLY ? 'end' : 'box')}${label({ text: name, x: x(actor), y: 21, anchor: 'middle', size: hasWords ? 14 : 13 }, actor === AUTHLY ? 'on-end' : 'name')}`;
  });
  const steps = JOURNEY.map(({ from, to, short }, index) => {
    const y = HEAD + row * (index + 1);
    const line = arrow({ from: { x: x(from), y }, to: { x: x(to), y } });
    const middle = (x(from) + x(to)) / 2;
    if (hasWords)
      return (
        line + label({ text: `${index + 1}  ${escapeHtml(short)}`, x: middle, y: y - 8, anchor: 'middle', size: 12.5 })
      );
    return `${line}<circle class="end" cx="${middle}" cy="${y}" r="10"/>${label({ text: String(index + 1), x: middle, y: y + 4.5, anchor: 'middle', size: 13 }, 'on-end')}`;
  });
  const name = JOURNEY.map(({ text }, index) => `${index + 1}. ${text}`).join(' ');
  return [opening(width, height, escapeHtml(name)), ...lanes, ...steps, '</svg>'].join('\n');
}

import type { Move } from '../src/wire.ts';
import { element, find } from './dom.ts';
import { clockTime, word } from './words.ts';

const STEPS = ['created', 'opened', 'app_launched', 'callback_received', 'processing'];
const FINAL = ['succeeded', 'failed', 'expired', 'canceled'];

/** The session's moves with their times, and the states that may still come. */
export function showMoves(moves: readonly Move[]): void {
  const last = moves.at(-1);
  find('#no-session').hidden = last !== undefined;
  const ended = last !== undefined && FINAL.includes(last.status);
  const toCome = last === undefined || ended ? [] : STEPS.slice(STEPS.indexOf(last.status) + 1);
  find('#states').replaceChildren(
    ...moves.map((move) => passed(move, move === last)),
    ...toCome.map((name) => element('li', {}, name)),
    ...(last === undefined || ended ? [] : [element('li', {}, FINAL.join(' · '))]),
  );
}

function passed({ status, at, told }: Move, isLast: boolean): HTMLElement {
  const time = clockTime(at);
  return element(
    'li',
    {
      'data-passed': '',
      ...(isLast && { 'aria-current': 'step' }),
      ...(FINAL.includes(status) && { 'data-final': status === 'succeeded' ? 'good' : 'bad' }),
    },
    status,
    ' ',
    element('time', { datetime: at }, told ? time : word('at_latest', { time })),
  );
}

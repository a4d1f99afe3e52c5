import { element, find } from './dom.ts';

const WAY = ['created', 'opened', 'app_launched', 'callback_received', 'processing'];
const ENDS = ['succeeded', 'failed', 'expired', 'canceled'];

/** The session's way. The shop looks every few seconds, so it sees some states only by what came after them. */
export function showState(status: string | undefined): void {
  const ended = status !== undefined && ENDS.includes(status);
  const at =
    status === undefined ? -1 : status === 'succeeded' ? WAY.length - 1 : ended ? lastPassed() : WAY.indexOf(status);
  const steps = WAY.map((name, i) =>
    element(
      'li',
      { ...(i <= at && { 'data-passed': '' }), ...(i === at && !ended && { 'aria-current': 'step' }) },
      name,
    ),
  );
  const end = element(
    'li',
    ended ? { 'aria-current': 'step', 'data-final': status === 'succeeded' ? 'good' : 'bad' } : {},
    ended ? status : ENDS.join(' · '),
  );
  find('#states').replaceChildren(...steps, end);
}

/** A failure, an end by time or by choice can follow on several states: what was seen on the way stays as it was. */
const lastPassed = (): number => document.querySelectorAll('#states [data-passed]').length - 1;

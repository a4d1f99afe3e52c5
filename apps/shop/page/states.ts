import { element, find } from './dom.ts';

const STEPS = ['created', 'opened', 'app_launched', 'callback_received', 'processing'];
const FINAL = ['succeeded', 'failed', 'expired', 'canceled'];

/** The session's states so far. The shop polls every few seconds, so it sees some states only by what came after them. */
export function showState(status: string | undefined): void {
  const ended = status !== undefined && FINAL.includes(status);
  const at =
    status === undefined
      ? -1
      : status === 'succeeded'
        ? STEPS.length - 1
        : ended
          ? lastPassed()
          : STEPS.indexOf(status);
  const steps = STEPS.map((name, i) =>
    element(
      'li',
      { ...(i <= at && { 'data-passed': '' }), ...(i === at && !ended && { 'aria-current': 'step' }) },
      name,
    ),
  );
  const end = element(
    'li',
    ended ? { 'aria-current': 'step', 'data-final': status === 'succeeded' ? 'good' : 'bad' } : {},
    ended ? status : FINAL.join(' · '),
  );
  find('#states').replaceChildren(...steps, end);
}

/** A failure, an end by time or by choice can follow on several states: what was seen on the way stays as it was. */
const lastPassed = (): number => document.querySelectorAll('#states [data-passed]').length - 1;

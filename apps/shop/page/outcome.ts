import type { ShopSession } from './backend.ts';
import { element, find } from './dom.ts';

type Mood = 'good' | 'bad' | 'open';

const TRY_AGAIN = 'Nothing was paid. Please try again.';
const FAILED: Readonly<Record<string, string>> = {
  user_declined: 'You declined it in the app.',
  quality_too_low: 'The finger was not clear enough.',
  capture_failed: 'The finger could not be captured.',
  device_not_supported: 'That device cannot capture a finger.',
  finger_mismatch: 'Another finger was used than the enrolled one.',
  too_many_attempts: 'There were too many tries. Please pay another way, or wait an hour.',
  enrollment_not_found: 'No enrolled finger was found. Please enroll again.',
};

/** What the shop tells its customer, from what its own backend said. */
export function showOutcome({ mode, status, paid, failure_code: failureCode }: ShopSession): void {
  if (status === 'succeeded' && mode === 'enroll')
    return say('good', 'Your finger is enrolled', 'You can pay with it now.');
  if (status === 'succeeded' && paid === true) return say('good', 'Paid. Thank you!', 'Your coffee is on its way.');
  if (status === 'succeeded') return say('bad', 'Not paid', 'That finger is not the enrolled one.');
  if (status === 'canceled') return say('bad', 'Canceled', 'Nothing happened.');
  if (status === 'expired') return say('bad', 'The time was over', 'Please try again.');
  return say(
    'bad',
    mode === 'enroll' ? 'Not enrolled' : 'Not paid',
    FAILED[failureCode ?? ''] ?? (mode === 'enroll' ? 'Something went wrong. Please try again.' : TRY_AGAIN),
  );
}

export function say(mood: Mood, title: string, text: string, ...choices: HTMLElement[]): void {
  const box = find('#outcome');
  box.dataset['mood'] = mood;
  box.replaceChildren(
    element('strong', {}, title),
    element('p', {}, text),
    ...(choices.length > 0 ? [element('div', { class: 'choices' }, ...choices)] : []),
  );
}

export function sayNothing(): void {
  find('#outcome').replaceChildren();
}

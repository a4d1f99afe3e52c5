import type { ShopSession } from './backend.ts';
import { element, find } from './dom.ts';

type Mood = 'good' | 'bad' | 'open';

const FAILED: Readonly<Record<string, string>> = {
  user_declined: 'It was declined in the app.',
  quality_too_low: 'The finger was not clear enough.',
  finger_mismatch: 'Another finger was used than the one enrolled.',
  enrollment_not_found: 'This user has no enrolled finger.',
};

/** What the shop tells its customer, from what its own backend said. */
export function showOutcome({ mode, status, paid, failure_code: failureCode }: ShopSession): void {
  if (status === 'succeeded' && mode === 'enroll') return say('good', 'Your finger is enrolled. You can pay with it now.');
  if (status === 'succeeded' && paid === true) return say('good', 'Paid. Thank you — your coffee is on its way.');
  if (status === 'succeeded') return say('bad', 'That finger is not the enrolled one. Nothing was paid.');
  if (status === 'canceled') return say('bad', 'Canceled. Nothing happened.');
  if (status === 'expired') return say('bad', 'The time was over. Please try again.');
  return say('bad', `It did not work. ${FAILED[failureCode ?? ''] ?? ''} Please try again.`.replace('  ', ' '));
}

export function say(mood: Mood, text: string, ...more: Node[]): void {
  const box = find('#outcome');
  box.hidden = false;
  box.dataset['mood'] = mood;
  box.replaceChildren(element('span', {}, text), ...more);
}

export function sayNothing(): void {
  find('#outcome').hidden = true;
}

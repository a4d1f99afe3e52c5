import type { Order } from '../src/wire.ts';
import type { ShopSession, What } from './backend.ts';
import { element, find, clockTime, word, type WordKey } from './elements.ts';

type Mood = 'good' | 'bad' | 'open';

/** Failure codes with their own sentence. */
const WHY: Readonly<Record<string, WordKey>> = {
  user_declined: 'why_user_declined',
  quality_too_low: 'why_quality_too_low',
  capture_failed: 'why_capture_failed',
  device_not_supported: 'why_device_not_supported',
  finger_mismatch: 'why_other_finger',
  too_many_attempts: 'why_too_many_attempts',
  enrollment_not_found: 'why_enrollment_not_found',
  merchant_bio_timeout: 'why_merchant_down',
  merchant_bio_unavailable: 'why_merchant_down',
};

/** Shows the outcome that the backend returned: first whether it worked, then why. */
export function showOutcome({ mode, status, paid, failure_code: code = '' }: ShopSession): void {
  const what = mode === 'enroll' ? 'enroll' : 'pay';
  if (status === 'succeeded' && what === 'enroll') return say('good', word('is_enrolled'), word('is_enrolled_text'));
  if (status === 'succeeded' && paid === true)
    return say('good', word('paid'), word('paid_text', { price: word('price') }));
  if (status === 'succeeded') return sayNot(what, 'why_other_finger');
  if (status === 'canceled') return sayNot(what, 'why_canceled');
  if (status === 'expired') return sayNot(what, 'why_expired');
  return sayNot(what, WHY[code] ?? 'why_other');
}

/** Says that nothing was paid or enrolled, then why. */
export function sayNot(what: What, why: WordKey): void {
  if (what === 'enroll') say('bad', word('not_enrolled'), word(why));
  else say('bad', word('not_paid'), `${word('not_charged')} ${word(why)}`);
}

const SIGNS: Readonly<Record<Mood, string>> = { good: '✓', bad: '✕', open: '' };

export function say(mood: Mood, title: string, text: string, ...choices: HTMLElement[]): void {
  const box = find('#outcome');
  box.dataset['mood'] = mood;
  box.replaceChildren(
    element('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[mood]),
    element('strong', {}, title),
    element('p', {}, text),
    ...(choices.length > 0 ? [element('div', { class: 'choices' }, ...choices)] : []),
  );
  box.scrollIntoView({ block: 'nearest' });
}

export function sayNothing(): void {
  find('#outcome').replaceChildren();
}

/** The customer's own orders, as the backend keeps them: what was paid is paid after a reload too. */
export function showOrders(orders: readonly Order[]): void {
  const section = find('#orders');
  section.hidden = orders.length === 0;
  section
    .querySelector('ol')!
    .replaceChildren(
      ...orders.map(({ number, at, paid }) =>
        element(
          'li',
          { 'data-paid': String(paid) },
          element('span', {}, word('order', { number: String(number), price: word('price'), time: clockTime(at) })),
          element('strong', {}, word(paid === null ? 'order_open' : paid ? 'order_paid' : 'order_not_paid')),
        ),
      ),
    );
}

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

/** What the buttons under an outcome do. */
export interface NextSteps {
  readonly again: (what: What) => void;
  readonly payByCard: () => void;
  readonly newOrder: () => void;
}

/** Shows the outcome that the backend returned: first whether it worked, then why, then what can be done. */
export function showOutcome(
  { mode, status, paid, order, failure_code: code = '' }: ShopSession,
  next: NextSteps,
): void {
  const what = mode === 'enroll' ? 'enroll' : 'pay';
  if (status === 'succeeded' && what === 'enroll') return say('good', word('is_enrolled'), word('is_enrolled_text'));
  if (status === 'succeeded' && paid === true) return showReceipt(order, next);
  if (status === 'succeeded') return sayNot(what, 'why_other_finger', next);
  if (status === 'canceled') return sayNot(what, 'why_canceled', next);
  if (status === 'expired') return sayNot(what, 'why_expired', next);
  return sayNot(what, WHY[code] ?? 'why_other', next);
}

/** The order is done: the receipt takes the place of the bill. */
export function showReceipt(order: Order | undefined, { newOrder }: Pick<NextSteps, 'newOrder'>): void {
  say('good', word('paid'), word('paid_text', { price: word('price') }), button('new_order', newOrder, 'primary'));
  const by = order?.by === 'card' ? word('by_card') : find('#enrollment').dataset['finger'];
  const facts: [WordKey, string | undefined][] = [
    ['receipt_order', order && String(order.number)],
    ['receipt_time', order && clockTime(order.at)],
    ['receipt_by', by],
    ['total', word('price')],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [element('div', {}, element('dt', {}, word(name)), element('dd', {}, value))],
  );
  find('#outcome .choices').before(element('dl', { class: 'receipt' }, ...rows));
  takeOver('receipt');
}

/** Says that nothing was paid or enrolled, then why, then the ways on. */
export function sayNot(what: What, why: WordKey, { again, payByCard }: NextSteps): void {
  const retry = button('again', () => again(what), what === 'pay' ? 'primary' : '');
  if (what === 'enroll') return say('bad', word('not_enrolled'), word(why), retry);
  say('bad', word('not_paid'), `${word('not_charged')} ${word(why)}`, retry, button('by_card_button', payByCard));
  takeOver('checkout');
}

/** The outcome stands in place of the buttons, and a receipt in place of the bill, until something new begins. */
function takeOver(title: 'receipt' | 'checkout'): void {
  find('.checkout').dataset['done'] = title;
  find('#title').textContent = word(title);
}

function button(label: WordKey, onClick: () => void, kind = ''): HTMLElement {
  const made = element('button', { type: 'button', class: kind }, word(label));
  made.addEventListener('click', onClick);
  return made;
}

const SIGNS: Readonly<Record<Mood, string>> = { good: '✓', bad: '✕', open: '' };

export function say(mood: Mood, title: string, text: string, ...choices: HTMLElement[]): void {
  reopen();
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

/** The bill and the buttons are back. */
export function sayNothing(): void {
  reopen();
  find('#outcome').replaceChildren();
}

function reopen(): void {
  delete find('.checkout').dataset['done'];
  find('#title').textContent = word('checkout');
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

import type { FailureGroup } from '@authly/merchant';
import type { Order } from '../src/wire.ts';
import type { ShopSession, What } from './backend.ts';
import { element, find, clockTime } from './elements.ts';

const PRICE = '€ 9.50';
const CHECKOUT = 'Pay with your finger';

type Mood = 'good' | 'bad' | 'open';

const OTHER_FINGER = 'That’s not the finger you enrolled.';
export const FAULT = 'Something went wrong. Try again.';

const WHY: Readonly<Record<FailureGroup, string>> = {
  try_again: FAULT,
  clean_finger: 'Your finger couldn’t be read. Clean it, find good light and try again.',
  other_finger: 'That finger can’t be used. Use another finger that you enrolled, or enroll again.',
  other_device: 'That device can’t be used. Use another one or the phone you bound, or enroll again.',
  ask_merchant: 'Something went wrong at the shop. Ask us for help.',
  wait: 'That isn’t possible right now. Try again in a few minutes, or in an hour after too many attempts.',
  declined: 'You declined in the app.',
};

export interface NextSteps {
  readonly again: (what: What) => void;
  readonly payByCard: () => void;
  readonly newOrder: () => void;
}

export function showOutcome(
  { mode, status, paid, order, failure_group: group = 'try_again' }: ShopSession,
  next: NextSteps,
): void {
  const what = mode === 'enroll' ? 'enroll' : 'pay';
  if (status === 'succeeded' && what === 'enroll')
    return say('good', 'Your finger is enrolled', 'You can pay with it now.');
  if (status === 'succeeded' && paid === true) return showReceipt(order, next);
  if (status === 'succeeded') return showFailure(what, OTHER_FINGER, next);
  if (status === 'canceled') return showFailure(what, 'The session was canceled.', next);
  if (status === 'expired') return showFailure(what, 'Time ran out. Try again.', next);
  return showFailure(what, WHY[group], next);
}

export function showReceipt(order: Order | undefined, { newOrder }: Pick<NextSteps, 'newOrder'>): void {
  const text = `We received ${PRICE}. Your coffee is on its way.`;
  say('good', 'Paid. Thank you!', text, button('New order', newOrder, 'main'));
  const by = order?.by === 'card' ? 'Card (demo)' : find('#enrollment').dataset['finger'];
  const facts: [string, string | undefined][] = [
    ['Order', order && String(order.number)],
    ['Time', order && clockTime(order.at)],
    ['Paid with', by],
    ['Total', PRICE],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [element('div', {}, element('dt', {}, name), element('dd', {}, value))],
  );
  find('#outcome .choices').before(element('dl', { class: 'receipt' }, ...rows));
  takeOver('receipt', 'Receipt');
}

export function showFailure(what: What, why: string, { again, payByCard }: NextSteps): void {
  const retry = button('Try again', () => again(what), what === 'pay' ? 'main' : '');
  if (what === 'enroll') return say('bad', 'Not enrolled', why, retry);
  say('bad', 'Not paid', `Nothing was charged. ${why}`, retry, button('Pay by card', payByCard));
  takeOver('checkout', CHECKOUT);
}

function takeOver(done: 'receipt' | 'checkout', title: string): void {
  find('.checkout').dataset['done'] = done;
  find('#title').textContent = title;
}

export function button(label: string, onClick: () => void, kind = ''): HTMLElement {
  const made = element('button', { type: 'button', class: kind }, label);
  made.addEventListener('click', onClick);
  return made;
}

const SETTLES_AFTER_MS = 500;
let settling: ReturnType<typeof setTimeout>;

const SIGNS: Readonly<Record<Mood, string>> = { good: '✓', bad: '✕', open: '' };

export function say(mood: Mood, title: string, text: string, ...choices: HTMLElement[]): void {
  reopen();
  const box = find('#outcome');
  box.dataset['mood'] = mood;
  // A running session owns the buttons.
  if (mood === 'open') find('.checkout').dataset['done'] = 'running';
  find<HTMLFieldSetElement>('.users').disabled = mood === 'open';
  box.replaceChildren(
    element('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[mood]),
    element('strong', {}, title),
    element('p', {}, text),
    ...(choices.length > 0 ? [element('div', { class: 'choices' }, ...choices)] : []),
  );
  box.scrollIntoView({ block: 'nearest' });
}

export function clear(): void {
  reopen();
  find('#outcome').replaceChildren();
  delete find('#outcome').dataset['mood'];
}

function reopen(): void {
  const checkout = find('.checkout');
  delete checkout.dataset['done'];
  find('#title').textContent = CHECKOUT;
  // A press now was meant for what was there before.
  clearTimeout(settling);
  checkout.dataset['settling'] = '';
  settling = setTimeout(() => delete checkout.dataset['settling'], SETTLES_AFTER_MS);
}

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
          element('span', {}, `Order ${number}, ${PRICE}, ${clockTime(at)}`),
          element('strong', {}, paid === null ? 'Not paid yet' : paid ? 'Paid' : 'Not paid'),
        ),
      ),
    );
}

import type { FailureGroup } from '@authly/merchant';
import type { Order } from '../src/wire.ts';
import type { ShopSession, What } from './backend.ts';
import { element, find, clockTime } from './elements.ts';

const PRICE = '€ 9.50';

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

export function showOutcome(
  { mode, status, paid, order, failure_group: group = 'try_again' }: ShopSession,
  byCard: HTMLElement,
): void {
  const what = mode === 'enroll' ? 'enroll' : 'pay';
  if (status === 'succeeded' && what === 'enroll')
    return say('good', 'Your finger is enrolled', 'You can pay with it now.');
  if (status === 'succeeded' && paid === true) return showReceipt(order);
  if (status === 'succeeded') return showFailure(what, OTHER_FINGER, byCard);
  if (status === 'canceled') return showFailure(what, 'The session was canceled.', byCard);
  if (status === 'expired') return showFailure(what, 'Time ran out. Try again.', byCard);
  return showFailure(what, WHY[group], byCard);
}

export function showReceipt(order: Order | undefined): void {
  say('good', 'Paid. Thank you!', `We received ${PRICE}. Your coffee is on its way.`);
  const by = order?.by === 'card' ? 'Card (demo)' : find('#enrollment').dataset['finger'];
  const facts: [string, string | undefined][] = [
    ['Order', order && String(order.number)],
    ['Time', order && clockTime(order.at)],
    ['Paid with', by],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [element('div', {}, element('dt', {}, name), element('dd', {}, value))],
  );
  find('#outcome').append(element('dl', {}, ...rows));
  offer('new-order');
}

/** The main button begins the same again. */
export function showFailure(what: What, why: string, byCard: HTMLElement): void {
  if (what === 'enroll') say('bad', 'Not enrolled', why);
  else say('bad', 'Not paid', `Nothing was charged. ${why}`, byCard);
}

/** An order that is paid cannot be paid again: a new one takes the place of its button. */
function offer(wanted: 'pay' | 'new-order'): void {
  find('#title').textContent = wanted === 'pay' ? 'Pay with your finger' : 'Receipt';
  for (const id of ['pay', 'new-order']) find(`#${id}`).hidden = id !== wanted;
}

export function button(label: string, onClick: () => void): HTMLElement {
  const made = element('button', { type: 'button' }, label);
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
  // One session at a time: a running one owns the buttons, which stay where they are.
  for (const group of document.querySelectorAll('fieldset')) group.disabled = mood === 'open';
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
  offer('pay');
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

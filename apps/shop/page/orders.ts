import type { Order } from '../src/wire.ts';
import { element, find } from './dom.ts';
import { clockTime, word } from './words.ts';

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

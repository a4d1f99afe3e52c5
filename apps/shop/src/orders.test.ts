import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shopOrders } from './orders.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
afterEach(() => void vi.useRealTimers());

it('a paid order stays in the list after any number of further orders', () => {
  using db = new DatabaseSync(':memory:');
  const orders = shopOrders(db);
  const paid = orders.payByCard('a');
  orders.payByCard('b');
  for (let i = 0; i < 20; i++) {
    orders.begin('a', `ses_${i}`);
    if (i < 19) orders.settle('a', `ses_${i}`, false);
  }
  const listed = orders.latest('a');
  expect(listed.map((order) => order.paid)).toEqual([null, false, false, false, false, true]);
  expect(listed.at(-1)).toEqual(paid);
});

it('the time of an order is that of its payment and does not change', () => {
  using db = new DatabaseSync(':memory:');
  const orders = shopOrders(db);
  orders.begin('a', 'ses_1');
  vi.setSystemTime(NOON + 60_000);
  orders.settle('a', 'ses_1', true);
  vi.setSystemTime(NOON + 120_000);
  orders.settle('a', 'ses_1', true);
  expect(orders.find('a', 'ses_1')).toMatchObject({ paid: true, at: '2026-03-01T12:01:00.000Z' });
});

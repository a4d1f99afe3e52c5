import { describe, expect, it } from 'vitest';
import type { WebhookDelivery } from '../merchants/webhook.ts';
import { isHopeless, nextAttempt } from './retry-plan.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const delivery = (fields: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  sessionId: 'ses_1',
  merchantId: 'm_1',
  mode: 'verify',
  at: 0,
  until: DAY,
  attempts: 1,
  dueAt: 0,
  deliveredAt: null,
  attemptLog: null,
  ...fields,
});

describe('after an attempt that failed', () => {
  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1800],
    [6, 3600],
    [7, 7200],
    [8, 14_400],
    [99, 14_400],
  ])('number %i, the next is about %i s later', (attempts, seconds) => {
    expect(nextAttempt(delivery({ attempts }), 1000, 0.5)).toBe(1000 + seconds * 1000);
    expect(nextAttempt(delivery({ attempts }), 1000, 0)).toBe(1000 + seconds * 900);
    expect(nextAttempt(delivery({ attempts }), 1000, 1)).toBe(1000 + seconds * 1100);
  });

  it('none is later than a day after the event', () => {
    expect(nextAttempt(delivery({ attempts: 9 }), DAY - 4 * HOUR, 0.5)).toBe(DAY);
    expect(nextAttempt(delivery({ attempts: 9 }), DAY - 4 * HOUR + 1, 0.5)).toBeNull();
    expect(nextAttempt(delivery(), 3 * DAY)).toBeNull();
  });

  it('an endpoint is hopeless after five days if an event was tried five times or is given up', () => {
    expect(isHopeless(delivery({ attempts: 5 }), 1, 0, 5 * DAY)).toBe(true);
    expect(isHopeless(delivery({ attempts: 5 }), 1, 0, 5 * DAY - 1)).toBe(false);
    expect(isHopeless(delivery({ attempts: 4 }), 1, 0, 9 * DAY)).toBe(false);
    expect(isHopeless(delivery({ attempts: 1 }), null, 0, 5 * DAY)).toBe(true);
    expect(isHopeless(delivery({ attempts: 1 }), null, 0, 5 * DAY - 1)).toBe(false);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockFace } from '../../../ui/src/countdown.tsx';
import { ServiceClock } from './service-clock.ts';

const EXPIRES_AT = '2026-01-15T09:10:00.000Z';

describe('the time left', () => {
  let clock: ServiceClock;
  const left = (): string => clockFace(clock.timeLeft(EXPIRES_AT));
  beforeEach(() => {
    // A device whose clock is an hour slow.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 15, 8, 0, 0) });
    clock = new ServiceClock();
    clock.set('2026-01-15T09:00:00.000Z');
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('uses the service’s clock, not the device’s', () => {
    expect(left()).toBe('10:00');
    vi.advanceTimersByTime(2400);
    expect(left()).toBe('09:58');
  });

  it('follows a moved sandbox clock from the next answer on', () => {
    vi.advanceTimersByTime(3000);
    clock.set('2026-01-15T09:08:03.000Z');
    expect(left()).toBe('01:57');
  });

  it.each([undefined, '', 'yesterday'])('an answer whose time is %s changes nothing', (now) => {
    clock.set(now);
    expect(left()).toBe('10:00');
  });

  it('ends at zero and stays there', () => {
    vi.advanceTimersByTime(900_000);
    expect([clock.timeLeft(EXPIRES_AT), left()]).toEqual([0, '00:00']);
  });
});

it.each([
  [0, '00:00'],
  [1, '00:01'],
  [59_000, '00:59'],
  [60_000, '01:00'],
  [599_001, '10:00'],
  [1_800_000, '30:00'],
])('%i ms is %s', (ms, face) => {
  expect(clockFace(ms)).toBe(face);
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';
import { keysAt } from './key-status.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const SWITCH = START + 30 * DAY;

const key = (
  id: string,
  activatesAt: number,
  removedAt: number | null = null,
  purpose: KeyPurpose = 'bio-signing',
): KeyRecord => ({
  merchantId: '',
  id,
  purpose,
  publicKey: id,
  sealed: new Uint8Array(1),
  createdAt: Math.min(activatesAt, START),
  activatesAt,
  removedAt,
  lastUsedAt: null,
});

const at = (records: readonly KeyRecord[], now: number): Record<string, string> =>
  Object.fromEntries(keysAt(records, now).map(({ key: { id }, status }) => [id, status]));

describe('a planned rotation, to the millisecond', () => {
  const records = [key('old', START), key('new', SWITCH)];

  it.each([
    ['on the day it is scheduled', START, 'active', 'announced'],
    ['a millisecond before the switch', SWITCH - 1, 'active', 'announced'],
    ['at the switch', SWITCH, 'retiring', 'active'],
    ['a millisecond before 7 days are over', SWITCH + 7 * DAY - 1, 'retiring', 'active'],
    ['7 days after the switch', SWITCH + 7 * DAY, 'removed', 'active'],
    ['a year later', SWITCH + 365 * DAY, 'removed', 'active'],
  ])('%s', (_, now, old, next) => {
    expect(at(records, now)).toEqual({ old, new: next });
  });

  it('has switch and removal in advance', () => {
    expect(keysAt(records, START).map(({ switchAt, removalAt }) => [switchAt, removalAt])).toEqual([
      [START, SWITCH + 7 * DAY],
      [SWITCH, null],
    ]);
  });
});

describe('a sealing key', () => {
  const records = [
    key('old', START, null, 'capture-sealing'),
    key('new', SWITCH, null, 'capture-sealing'),
    key('withdrawn', START - DAY, SWITCH, 'capture-sealing'),
  ];

  it('stays after its successor until it is withdrawn', () => {
    expect(at(records, SWITCH)).toEqual({ old: 'retiring', new: 'active', withdrawn: 'removed' });
    expect(at(records, SWITCH + 3650 * DAY)).toEqual({ old: 'retiring', new: 'active', withdrawn: 'removed' });
    expect(keysAt(records, SWITCH).map(({ key: { id }, removalAt }) => [id, removalAt])).toEqual([
      ['withdrawn', SWITCH],
      ['old', null],
      ['new', null],
    ]);
  });
});

describe('an emergency', () => {
  const NOW = START + 3 * DAY;

  it('by a clock an hour ahead stays valid after the clock is corrected', () => {
    const records = [key('first', START), key('suspect', START + DAY, NOW), key('new', NOW)];
    expect(at(records, NOW - DAY / 24)).toEqual({ first: 'retiring', suspect: 'removed', new: 'active' });
  });

  it('in the same millisecond that the suspect key was created', () => {
    for (const id of ['a', 'z'])
      expect(at([key('m', START, START), key(id, START)], START)).toEqual({ m: 'removed', [id]: 'active' });
  });

  it('during an overlap removes the suspect key and leaves the other one its 7 days', () => {
    const records = [key('first', START), key('suspect', SWITCH, SWITCH + DAY), key('new', SWITCH + DAY)];
    expect(at(records, SWITCH + DAY)).toEqual({ first: 'retiring', suspect: 'removed', new: 'active' });
    expect(at(records, SWITCH + 7 * DAY)).toEqual({ first: 'removed', suspect: 'removed', new: 'active' });
  });

  it('has no overlap, and leaves an announced rotation announced', () => {
    const records = [key('suspect', START, NOW), key('new', NOW), key('announced', SWITCH)];
    expect(at(records, NOW)).toEqual({ suspect: 'removed', new: 'active', announced: 'announced' });
    expect(at(records, SWITCH)).toEqual({ suspect: 'removed', new: 'retiring', announced: 'active' });
  });

  it('can remove an announced key: it never becomes active', () => {
    const records = [key('old', START), key('withdrawn', SWITCH, NOW), key('new', NOW)];
    expect(at(records, NOW)).toEqual({ old: 'retiring', withdrawn: 'removed', new: 'active' });
    expect(at(records, SWITCH)).toEqual({ old: 'removed', withdrawn: 'removed', new: 'active' });
  });
});

describe('chained rotations', () => {
  it('each key retires for 7 days after its own successor took over', () => {
    const records = [key('a', START), key('b', START + 10 * DAY), key('c', START + 12 * DAY)];
    expect(at(records, START + 12 * DAY)).toEqual({ a: 'retiring', b: 'retiring', c: 'active' });
    expect(at(records, START + 17 * DAY)).toEqual({ a: 'removed', b: 'retiring', c: 'active' });
    expect(at(records, START + 19 * DAY)).toEqual({ a: 'removed', b: 'removed', c: 'active' });
  });

  it('exactly one key is active at any time, even before the first switch, and at most one is announced', () => {
    const switches = fc.uniqueArray(fc.integer({ min: 0, max: 60 * DAY }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(switches, fc.integer({ min: 0, max: 90 * DAY }), (times, elapsed) => {
        const first = Math.min(...times);
        const records = times.map((time, i) => key(`k${i}`, START + time));
        const active = keysAt(records, START + elapsed).filter(({ status }) => status === 'active');
        expect(active.map(({ switchAt }) => switchAt)).toEqual([
          START + Math.max(first, ...times.filter((time) => time <= elapsed)),
        ]);
      }),
    );
  });
});

describe('the overlap of keys that merchants do not see', () => {
  it('an access-token key is valid until a minute after its last token has expired', () => {
    const records = [key('old', START, null, 'access-token'), key('new', SWITCH, null, 'access-token')];
    expect(at(records, SWITCH + 660_000 - 1)['old']).toBe('retiring');
    expect(at(records, SWITCH + 660_000)['old']).toBe('removed');
  });

  it('a hosted-token key is valid until its last creation can no longer be replayed', () => {
    const records = [key('old', START, null, 'hosted-token'), key('new', SWITCH, null, 'hosted-token')];
    expect(at(records, SWITCH + DAY)['old']).toBe('retiring');
    expect(at(records, SWITCH + DAY + 1800_000 + 600_000)['old']).toBe('removed');
  });
});

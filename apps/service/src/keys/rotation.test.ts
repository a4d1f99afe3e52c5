import { describe, expect, it } from 'vitest';
import { masterKeyOf } from '../../test/memory-keys.ts';
import { KEY_PURPOSES, type KeyPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';
import { newKey } from './new-key.ts';
import { inBothZones } from './rotation-notice.ts';
import { RefusedError } from '../runtime/refused-error.ts';
import { emergencyRotation, scheduleRotation } from './rotation.ts';
import { SealError, unseal } from './seal.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 14, 16, 30);
const master = masterKeyOf(1);
const environment = 'test';

const firstKey = (purpose: KeyPurpose = 'bio-signing'): KeyRecord =>
  newKey({ purpose, environment, master, now: NOW - DAY, activatesAt: NOW - DAY });
const schedule = (records: readonly KeyRecord[], switchAt: number, purpose: KeyPurpose = 'bio-signing') =>
  scheduleRotation({ purpose, records, environment, master, now: NOW, switchAt });

describe('a new key', () => {
  it.each(KEY_PURPOSES)('%s: its id has purpose, environment and day, and its private key is sealed', (purpose) => {
    const key = newKey({ purpose, environment: 'production', master, now: NOW, activatesAt: NOW + 1 });
    expect(key.id).toMatch(/^(?:bio|tok|hst|aud|cap|cel)_production_20261114_[0-9a-f]{10}$/);
    expect(key).toMatchObject({ purpose, createdAt: NOW, activatesAt: NOW + 1, removedAt: null });
    expect(
      unseal(master, { environment: 'production', purpose, keyId: key.id }, key.sealed).length,
    ).toBeGreaterThanOrEqual(32);
    expect(key.publicKey === null).toBe(['hosted-token', 'capture-sealing', 'cell-transfer'].includes(purpose));
  });
});

describe('a scheduled rotation', () => {
  it('is accepted exactly 7 days ahead and refused a millisecond sooner', () => {
    const records = [firstKey()];
    expect(schedule(records, NOW + 7 * DAY).added.activatesAt).toBe(NOW + 7 * DAY);
    expect(() => schedule(records, NOW + 7 * DAY - 1)).toThrow(RefusedError);
    expect(() => schedule(records, NOW + 7 * DAY - 1)).toThrow(
      'at least 7 days ahead: the earliest switch is 2026-11-21T16:30:00.000Z',
    );
  });

  it.each(['access-token', 'hosted-token'] as const)(
    'of a key of purpose %s needs a minute, for every process to read it before its switch, and no notice',
    (purpose) => {
      const records = [firstKey(purpose)];
      expect(schedule(records, NOW + 60_000, purpose)).toMatchObject({
        notice: null,
        added: { purpose, activatesAt: NOW + 60_000 },
      });
      expect(() => schedule(records, NOW + 59_999, purpose)).toThrow('at least 60 seconds ahead');
    },
  );

  it('is rejected for an invalid time', () => {
    expect(() => schedule([firstKey()], Number.NaN)).toThrow(RefusedError);
  });

  it('is rejected while another one is announced, with its id', () => {
    const old = firstKey();
    const { added } = schedule([old], NOW + 8 * DAY);
    expect(() => schedule([old, added], NOW + 20 * DAY)).toThrow(
      `key ${added.id} is already announced for 2026-11-22T16:30:00.000Z`,
    );
  });

  it('is rejected without an active key', () => {
    expect(() => schedule([], NOW + 8 * DAY)).toThrow('there is no active bio-signing key to rotate');
  });

  it('its notice names the new key id, the switch and the removal of the old key, in KST and UTC', () => {
    const old = firstKey();
    const { added, notice } = schedule([old], Date.UTC(2026, 10, 30, 18, 5));
    const lines = notice!.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    expect(lines).toContain(`New key id: ${added.id}`);
    expect(lines).toContain('Switch: 2026-12-01 03:05 KST (2026-11-30 18:05 UTC)');
    expect(lines).toContain(`Old key id: ${old.id}`);
    expect(lines).toContain('Removal of old key: 2026-12-08 03:05 KST (2026-12-07 18:05 UTC)');
  });
});

describe('an emergency rotation', () => {
  const emergency = (records: readonly KeyRecord[], suspectId?: string) =>
    emergencyRotation({ purpose: 'bio-signing', records, environment, master, now: NOW, suspectId });

  it('its urgent notice names the removed key, the new one and the time, in KST and UTC', () => {
    const suspect = firstKey();
    const { added, notice } = emergency([suspect]);
    const text = notice!.replaceAll(/ +/g, ' ');
    expect(text).toContain('URGENT');
    expect(text).toContain(
      `Removed key id: ${suspect.id}\nNew key id: ${added.id}\nSwitched: 2026-11-15 01:30 KST (2026-11-14 16:30 UTC)`,
    );
  });

  it('removes the named key, even an announced one', () => {
    const old = firstKey();
    const { added: announced } = schedule([old], NOW + 8 * DAY);
    expect(emergency([old, announced], announced.id).removedIds).toEqual([announced.id]);
  });

  it('is rejected for an unknown key, a removed key, and without an active key', () => {
    const gone = { ...firstKey(), removedAt: NOW - 1 };
    expect(() => emergency([gone], 'bio_unknown')).toThrow('there is no bio-signing key bio_unknown');
    expect(() => emergency([gone], gone.id)).toThrow(`key ${gone.id} is already removed`);
    expect(() => emergency([gone])).toThrow('there is no active bio-signing key');
  });
});

it.each([
  ['a scheduled', scheduleRotation],
  ['an emergency', emergencyRotation],
])('%s rotation is refused with a master key that does not open the present keys', (_, rotate) => {
  const input = {
    purpose: 'bio-signing',
    records: [firstKey()],
    environment,
    now: NOW,
    switchAt: NOW + 8 * DAY,
  } as const;
  expect(() => rotate({ ...input, master: masterKeyOf(2) })).toThrow(SealError);
});

it('a time is written in KST first, nine hours ahead, and in UTC', () => {
  expect(inBothZones(Date.UTC(2026, 11, 31, 15, 0))).toBe('2027-01-01 00:00 KST (2026-12-31 15:00 UTC)');
});

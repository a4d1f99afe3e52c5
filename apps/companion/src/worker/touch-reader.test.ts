import { decodeTemplate, extract } from '@authly/fingerprint';
import { expect, it } from 'vitest';
import { fingerprint } from '../../../service/src/capture/fingerprint.ts';
import type { TouchSource } from './messages.ts';
import { TouchReader } from './touch-reader.ts';
import { syntheticImage } from '../../../../packages/fingerprint/test/synthetic-records.ts';

const press = (finger: number, impression: number): TouchSource => ({
  from: 'synthetic',
  finger,
  impression,
  smudged: false,
});

it('touches become one sealed record with a view each, and what the page learns has no view in it', async () => {
  const reader = new TouchReader();
  const first = reader.read(press(5, 0), []);
  const second = reader.read(press(5, 1), [first.viewId!]);
  expect([first.assessment, second.assessment]).toEqual(['good', 'good']);
  expect(Object.keys(second).sort()).toEqual(['assessment', 'fault', 'minutiaeCount', 'picture', 'quality', 'viewId']);
  const { features, enc_key: encKey } = await reader.seal([first.viewId!, second.viewId!], 'RI');
  const template = fingerprint.open({ payload: { finger: 'RI' }, features, encKey })!;
  const counts = decodeTemplate(template).map(({ minutiae }) => minutiae.length);
  expect(counts).toEqual([first.minutiaeCount, second.minutiaeCount]);
  expect(first.minutiaeCount).toBe(extract(syntheticImage(5, 0)).minutiae.length);
});

it('compares with the touches that it is asked to, not with those that were dropped', () => {
  const reader = new TouchReader();
  const [first, dropped] = [reader.read(press(5, 0), []), reader.read(press(6, 0), [])];
  reader.forget([dropped.viewId!]);
  expect(reader.read(press(6, 1), [first.viewId!]).assessment).toBe('other');
});

it('a view that was forgotten is sealed no more', async () => {
  const reader = new TouchReader();
  const { viewId } = reader.read(press(5, 0), []);
  reader.forget([viewId!]);
  await expect(reader.seal([viewId!], 'RI')).rejects.toThrow('forgotten');
});

it('a picture without a finger has no view; the picture is wiped', () => {
  const data = new Uint8ClampedArray(300 * 400 * 4).fill(255);
  const touch = new TouchReader().read(
    { from: 'picture', picture: { width: 300, height: 400, data }, origin: 'file' },
    [],
  );
  expect([touch.assessment, touch.minutiaeCount]).toEqual(['absent', 0]);
  expect(data.every((byte) => byte === 0)).toBe(true);
});

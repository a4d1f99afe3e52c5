import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeTemplate, extract, type Photo } from '@authly/fingerprint';
import { describe, expect, it } from 'vitest';
import { testSealing } from '../../../service/test/test-sealing.ts';
import type { Picture } from '../capture/picture.ts';
import type { CaptureSource } from './messages.ts';
import { CaptureReader } from './capture-reader.ts';
import { syntheticImage, syntheticPhoto } from '../../../../packages/fingerprint/test/synthetic-records.ts';

/** Part of an error message of `synthesize`. */
const OF_SYNTHESIZER = 'must be an integer of at least 0';

const press = (finger: number, impression: number): CaptureSource => ({
  from: 'synthetic',
  finger,
  impression,
  smudged: false,
});

it('seals captures as one record with a view each, and returns no view to the page', async () => {
  const reader = new CaptureReader();
  const first = await reader.read(press(5, 0), []);
  const second = await reader.read(press(5, 1), [first.viewId!]);
  expect([first.assessment, second.assessment]).toEqual(['good', 'good']);
  expect(Object.keys(second).sort()).toEqual(['assessment', 'fault', 'minutiaeCount', 'picture', 'quality', 'viewId']);
  const { seal, open } = await testSealing();
  const { features, enc_key: encKey } = await reader.seal([first.viewId!, second.viewId!], 'RI', seal);
  const template = (await open({ payload: { finger: 'RI' }, features, encKey }))!;
  const counts = decodeTemplate(template).map(({ minutiae }) => minutiae.length);
  expect(counts).toEqual([first.minutiaeCount, second.minutiaeCount]);
  expect(first.minutiaeCount).toBe(extract(syntheticImage(5, 0)).minutiae.length);
});

it('compares with the given captures, not with dropped ones', async () => {
  const reader = new CaptureReader();
  const [first, dropped] = [await reader.read(press(5, 0), []), await reader.read(press(6, 0), [])];
  reader.forget([dropped.viewId!]);
  expect((await reader.read(press(6, 1), [first.viewId!])).assessment).toBe('other');
});

it('a forgotten view cannot be sealed', async () => {
  const reader = new CaptureReader();
  const { viewId } = await reader.read(press(5, 0), []);
  reader.forget([viewId!]);
  await expect(reader.seal([viewId!], 'RI', (await testSealing()).seal)).rejects.toThrow('forgotten');
});

it('a photo without a finger has no view; the photo is wiped', async () => {
  const data = new Uint8ClampedArray(300 * 400 * 4).fill(128);
  const capture = await new CaptureReader().read({ from: 'photo', picture: { width: 300, height: 400, data } }, []);
  expect([capture.assessment, capture.minutiaeCount]).toEqual(['absent', 0]);
  expect(data.every((byte) => byte === 0)).toBe(true);
});

it('the built worker does not contain the synthesizer, which a sandbox loads', () => {
  const assets = join(import.meta.dirname, '../../dist/assets');
  const withSynthesizer = readdirSync(assets)
    .filter((name) => name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes(OF_SYNTHESIZER))
    .map((name) => name.replace(/-.*/, ''));
  expect(withSynthesizer).toEqual(['synthesize']);
});

describe('the camera', () => {
  const shot = { finger: 7002, shot: 0 } as const;
  const sharp = syntheticPhoto(shot);
  const blurred = syntheticPhoto({ ...shot, blur: 7 });
  const frame = ({ width, height, data }: Photo): Picture => ({ width, height, data: Uint8ClampedArray.from(data) });

  it('is ready after enough sharp frames in a row, wipes each frame, and reads the best of them', async () => {
    const reader = new CaptureReader();
    const frames = [sharp, blurred, ...Array<Photo>(3).fill(sharp)].map(frame);
    const looks = frames.map((each) => reader.camera.look(each, false));
    expect(looks.map(({ isReady }) => isReady)).toEqual([false, false, ...Array<boolean>(3 - 1).fill(false), true]);
    expect(looks.map(({ fault }) => fault)[1]).toBe('blurred');
    expect(frames.every(({ data }) => data.every((byte) => byte === 0))).toBe(true);
    expect((await reader.read({ from: 'camera' }, [])).assessment).toBe('good');
    expect((await reader.read({ from: 'camera' }, [])).assessment).toBe('absent');
  });

  it('takes the first good frame after the shutter, never a blurred one', () => {
    const camera = new CaptureReader().camera;
    expect([blurred, sharp].map((each) => camera.look(frame(each), true).isReady)).toEqual([false, true]);
  });
});

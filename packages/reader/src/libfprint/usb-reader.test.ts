import { synthesize } from '@authly/fingerprint';
import { afterAll, expect, it } from 'vitest';
import { VirtualReader, withLibfprint } from '../../test/virtual-reader.ts';
import { UsbReader } from './usb-reader.ts';

const never = new AbortController().signal;

withLibfprint('a reader that libfprint drives', () => {
  const virtual = new VirtualReader();
  const reader = new UsbReader(virtual.env);
  afterAll(() => virtual.remove());

  it('is found', async () => {
    expect(await reader.readers()).toEqual([
      { name: 'Virtual image device for debugging', driver: 'virtual_image', scan: 'swipe', givesImages: true },
    ]);
  });

  it('returns the image that was played into it, pixel by pixel', async () => {
    const print = synthesize({ finger: 7000, impression: 3 });
    let waits = 0;
    const captured = reader.capture({ signal: never, withinMs: 20_000, onWaiting: () => waits++ });
    await virtual.captureOf(print);
    expect(await captured).toEqual({ ...print, pixels: Uint8Array.from(print.pixels), dpi: 500 });
    expect(waits).toBe(1);
  });

  it('asks again after a capture without ridges', async () => {
    const captured = reader.capture({ signal: never, withinMs: 20_000 });
    await virtual.captureOf({ width: 200, height: 200, pixels: new Uint8Array(40_000).fill(255) });
    await expect(captured).rejects.toMatchObject({ code: 'touch_again' });
  });

  it('a capture ends when it is canceled or times out', async () => {
    const abort = new AbortController();
    const canceled = reader.capture({ signal: abort.signal, withinMs: 20_000, onWaiting: () => abort.abort() });
    await expect(canceled).rejects.toMatchObject({ code: 'canceled' });
    await expect(reader.capture({ signal: abort.signal, withinMs: 20_000 })).rejects.toMatchObject({
      code: 'canceled',
    });
    await expect(reader.capture({ signal: never, withinMs: 1 })).rejects.toMatchObject({ code: 'no_touch' });
  });

  it('reports that no reader is connected', async () => {
    const { FP_VIRTUAL_IMAGE: _, ...env } = virtual.env;
    const none = new UsbReader(env);
    await expect(none.capture({ signal: never, withinMs: 20_000 })).rejects.toMatchObject({ code: 'no_reader' });
  });

  it('reports that libfprint is missing', async () => {
    const without = new UsbReader({ ...virtual.env, AUTHLY_READER_LIBRARY: 'no-such-library.so' });
    await expect(without.readers()).rejects.toMatchObject({ code: 'library_missing' });
  });
});

import { LOCAL_READERS } from '@authly/contract/local-readers';
import type { Image } from '@authly/fingerprint';
import type { FingerprintReader } from '@digitalpersona/devices';
import { loadDigitalPersona, type DigitalPersonaLibrary } from './digital-persona-library.ts';
import { pictureOf } from '../capture/picture-of.ts';
import { bytesOf, imageOf, ReaderFault, type LocalReader } from './local-reader.ts';
import { pngDpi } from './png-dpi.ts';

const CAPTURE_WITHIN_MS = 30_000;

/** DigitalPersona's program on this machine (Lite Client or Workstation), by its own library. */
export class DigitalPersonaReader implements LocalReader {
  readonly kind = 'digitalpersona';
  readonly isPaired = true;

  async look(signal: AbortSignal): Promise<boolean> {
    const options = { credentials: 'omit', cache: 'no-store', signal } as const;
    const answer = await fetch(`${LOCAL_READERS.digitalPersona}/get_connection`, options).catch(() => undefined);
    const said = (await answer?.json().catch(() => undefined)) as { endpoint?: unknown } | undefined;
    return typeof said?.endpoint === 'string';
  }

  async capture(signal: AbortSignal): Promise<Image> {
    const library = await loadDigitalPersona();
    const reader = new library.FingerprintReader();
    try {
      const devices = await reader.enumerateDevices();
      if (devices.length === 0) throw new ReaderFault('no_reader');
      return await imageIn(await sample(reader, library, signal));
    } finally {
      void leave(reader);
    }
  }
}

/** One scan, as the base64 of a picture. */
async function sample(
  reader: FingerprintReader,
  { QualityCode, SampleFormat }: DigitalPersonaLibrary,
  signal: AbortSignal,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  reader.onSamplesAcquired = ({ samples }) => resolve(samples[0]);
  reader.onErrorOccurred = () => reject(new ReaderFault('failed'));
  reader.onCommunicationFailed = () => reject(new ReaderFault('failed'));
  reader.onDeviceDisconnected = () => reject(new ReaderFault('no_reader'));
  reader.onQualityReported = ({ quality }) => {
    // `NoImage` means that there is no finger yet.
    if (quality !== QualityCode.Good && quality !== QualityCode.NoImage) reject(new ReaderFault('capture_again'));
  };
  const timer = setTimeout(() => reject(new ReaderFault('no_finger')), CAPTURE_WITHIN_MS);
  const stop = (): void => reject(new ReaderFault('failed'));
  signal.addEventListener('abort', stop);
  try {
    await reader.startAcquisition(SampleFormat.PngImage);
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** The image in a gray PNG, in base64url. */
async function imageIn(said: unknown): Promise<Image> {
  const base64 = typeof said === 'string' ? said : (said as { Data?: unknown } | undefined)?.Data;
  const png = bytesOf(String(base64).replaceAll('-', '+').replaceAll('_', '/'));
  try {
    const bitmap = await createImageBitmap(new Blob([png]), { colorSpaceConversion: 'none' });
    const { width, height, data } = pictureOf(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height });
    bitmap.close();
    const pixels = Uint8Array.from({ length: width * height }, (_, i) => data[4 * i]!);
    data.fill(0);
    return imageOf(width, height, pngDpi(png), pixels);
  } catch {
    throw new ReaderFault('failed');
  } finally {
    png.fill(0);
  }
}

/** Without this the channel keeps trying to connect while the page is open. */
async function leave(reader: FingerprintReader): Promise<void> {
  reader.onCommunicationFailed = () => undefined;
  const { channel } = reader as unknown as { channel: { webChannel: { isConnected(): boolean; disconnect(): void } } };
  if (channel.webChannel.isConnected()) await reader.stopAcquisition().catch(() => undefined);
  channel.webChannel.disconnect();
}

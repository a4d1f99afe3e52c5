import type { Image } from '@authly/fingerprint';
import koffi from 'koffi';
import { ReaderError } from '../errors.ts';
import { offThread, type Libfprint } from './bindings.ts';
import { readerErrorOf } from './native-error.ts';

export interface Reader {
  readonly name: string;
  readonly driver: string;
  readonly scan: 'press' | 'swipe';
  /** Some readers match on the device and return no images. */
  readonly givesImages: boolean;
}

const G_PTR_ARRAY = koffi.struct({ pdata: 'void *', len: 'uint32_t' });
const FEATURE_CAPTURE = 1;
const SCAN_TYPE_SWIPE = 0;
const MM_PER_INCH = 25.4;
/** The standard resolution, if the driver does not report one. */
const USUAL_DPI = 500;
/** No fingerprint reader has more. */
const MAX_PIXELS = 4_000_000;

export function devicesOf(lib: Libfprint): readonly unknown[] {
  const { pdata, len } = koffi.decode(lib.devicesOf(lib.newContext()), G_PTR_ARRAY) as { pdata: unknown; len: number };
  return len === 0 ? [] : (koffi.decode(pdata, 'void *', len) as unknown[]);
}

export const describeDevice = (lib: Libfprint, device: unknown): Reader => ({
  name: lib.nameOf(device) as string,
  driver: lib.driverOf(device) as string,
  scan: lib.scanTypeOf(device) === SCAN_TYPE_SWIPE ? 'swipe' : 'press',
  givesImages: ((lib.featuresOf(device) as number) & FEATURE_CAPTURE) !== 0,
});

export async function captureFrom(lib: Libfprint, cancellable: unknown, onWaiting: () => void): Promise<Image> {
  const devices = devicesOf(lib);
  if (devices.length === 0) throw new ReaderError('no_reader');
  const device = devices.find((one) => describeDevice(lib, one).givesImages);
  if (device === undefined) throw new ReaderError('no_images');
  const error: [unknown] = [null];
  if (!(await offThread<number>(lib.open, device, cancellable, error))) throw readerErrorOf(lib, error[0]);
  try {
    onWaiting();
    const image = await offThread<unknown>(lib.capture, device, 1, cancellable, error);
    if (image === null) throw readerErrorOf(lib, error[0]);
    return copyOf(lib, image);
  } finally {
    // Errors do not matter: the process ends now and the system closes the reader.
    await offThread(lib.close, device, null, [null]);
  }
}

function copyOf(lib: Libfprint, image: unknown): Image {
  const [width, height] = [lib.widthOf(image) as number, lib.heightOf(image) as number];
  const length: [number] = [0];
  const data: unknown = lib.pixelsOf(image, length);
  if (width * height > MAX_PIXELS || length[0] < width * height) throw new ReaderError('reader_failed');
  const pixels = Uint8Array.from(koffi.decode(data, 'uint8_t', width * height) as Uint8Array);
  const pixelsPerMm = lib.pixelsPerMmOf(image) as number;
  lib.release(image);
  return { width, height, pixels, dpi: pixelsPerMm > 0 ? Math.round(pixelsPerMm * MM_PER_INCH) : USUAL_DPI };
}

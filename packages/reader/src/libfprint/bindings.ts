import koffi, { type LibraryHandle } from 'koffi';
import { ReaderError } from '../errors.ts';

type NativeFunction = ReturnType<LibraryHandle['func']>;

const LIBRARIES = {
  fprint: process.env['AUTHLY_READER_LIBRARY'] ?? 'libfprint-2.so.2',
  gio: 'libgio-2.0.so.0',
  gobject: 'libgobject-2.0.so.0',
  usb: 'libgusb.so.2',
} as const;

// biome-ignore format: one row a line
const DECLARATIONS = {
  newContext: ['fprint', 'void *fp_context_new(void)'],
  devicesOf: ['fprint', 'void *fp_context_get_devices(void *context)'],
  nameOf: ['fprint', 'const char *fp_device_get_name(void *device)'],
  driverOf: ['fprint', 'const char *fp_device_get_driver(void *device)'],
  featuresOf: ['fprint', 'uint32_t fp_device_get_features(void *device)'],
  scanTypeOf: ['fprint', 'int fp_device_get_scan_type(void *device)'],
  open: ['fprint', 'int fp_device_open_sync(void *device, void *cancellable, _Out_ void **error)'],
  capture: ['fprint', 'void *fp_device_capture_sync(void *device, int wait_for_finger, void *cancellable, _Out_ void **error)'],
  close: ['fprint', 'int fp_device_close_sync(void *device, void *cancellable, _Out_ void **error)'],
  widthOf: ['fprint', 'uint32_t fp_image_get_width(void *image)'],
  heightOf: ['fprint', 'uint32_t fp_image_get_height(void *image)'],
  pixelsPerMmOf: ['fprint', 'double fp_image_get_ppmm(void *image)'],
  pixelsOf: ['fprint', 'void *fp_image_get_data(void *image, _Out_ size_t *length)'],
  deviceErrors: ['fprint', 'uint32_t fp_device_error_quark(void)'],
  retryErrors: ['fprint', 'uint32_t fp_device_retry_quark(void)'],
  ioErrors: ['gio', 'uint32_t g_io_error_quark(void)'],
  usbErrors: ['usb', 'uint32_t g_usb_device_error_quark(void)'],
  newCancellable: ['gio', 'void *g_cancellable_new(void)'],
  cancel: ['gio', 'void g_cancellable_cancel(void *cancellable)'],
  release: ['gobject', 'void g_object_unref(void *object)'],
} as const satisfies Record<string, readonly [keyof typeof LIBRARIES, string]>;

export type Libfprint = Readonly<Record<keyof typeof DECLARATIONS, NativeFunction>>;

export function loadLibfprint(): Libfprint {
  try {
    const libraries = Object.fromEntries(Object.entries(LIBRARIES).map(([name, file]) => [name, koffi.load(file)]));
    return Object.fromEntries(
      Object.entries(DECLARATIONS).map(([name, [library, declaration]]) => [
        name,
        libraries[library]!.func(declaration),
      ]),
    ) as Libfprint;
  } catch {
    throw new ReaderError('library_missing');
  }
}

/** On another thread, so that this process can still receive a cancel. */
export const offThread = <T>(call: NativeFunction, ...args: unknown[]): Promise<T> =>
  new Promise((resolve, reject) => {
    call.async(...args, (error: Error | null, result: T) => (error ? reject(error) : resolve(result)));
  });

import koffi from 'koffi';
import { ReaderError, type ReaderErrorCode } from '../errors.ts';
import type { Libfprint } from './bindings.ts';

const G_ERROR = koffi.struct({ domain: 'uint32_t', code: 'int', message: 'const char *' });

/** Numbers of the libraries' own enumerations. */
const G_IO_ERROR = { permissionDenied: 14, cancelled: 19 } as const;
const FP_DEVICE_ERROR = { notSupported: 1, busy: 4 } as const;
const G_USB_DEVICE_ERROR = { permissionDenied: 9, busy: 10 } as const;

/** What a GError of libfprint, GIO or GUsb means for whoever asked for a touch. */
export function readerErrorOf(lib: Libfprint, pointer: unknown): ReaderError {
  if (pointer === null || pointer === undefined) return new ReaderError('reader_failed');
  const { domain, code } = koffi.decode(pointer, G_ERROR) as { domain: number; code: number };
  return new ReaderError(codeOf(lib, domain, code));
}

function codeOf(lib: Libfprint, domain: number, code: number): ReaderErrorCode {
  // Whatever was wrong with the touch itself, another one may do.
  if (domain === lib.retryErrors()) return 'touch_again';
  if (domain === lib.ioErrors()) {
    if (code === G_IO_ERROR.cancelled) return 'canceled';
    if (code === G_IO_ERROR.permissionDenied) return 'no_permission';
  }
  if (domain === lib.usbErrors()) {
    if (code === G_USB_DEVICE_ERROR.permissionDenied) return 'no_permission';
    if (code === G_USB_DEVICE_ERROR.busy) return 'reader_busy';
  }
  if (domain === lib.deviceErrors()) {
    if (code === FP_DEVICE_ERROR.busy) return 'reader_busy';
    if (code === FP_DEVICE_ERROR.notSupported) return 'no_images';
  }
  return 'reader_failed';
}

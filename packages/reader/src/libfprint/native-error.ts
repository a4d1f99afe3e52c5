import koffi from 'koffi';
import { ReaderError, type ReaderErrorCode } from '../errors.ts';
import type { Libfprint } from './bindings.ts';

const G_ERROR = koffi.struct({ domain: 'uint32_t', code: 'int', message: 'const char *' });

const G_IO_ERROR = { permissionDenied: 14, canceled: 19 } as const;
const FP_DEVICE_ERROR = { notSupported: 1, busy: 4 } as const;
const G_USB_DEVICE_ERROR = { permissionDenied: 9, busy: 10 } as const;

export function readerErrorOf(lib: Libfprint, pointer: unknown): ReaderError {
  if (pointer === null || pointer === undefined) return new ReaderError('reader_failed');
  const { domain, code } = koffi.decode(pointer, G_ERROR) as { domain: number; code: number };
  return new ReaderError(codeOf(lib, domain, code));
}

function codeOf(lib: Libfprint, domain: number, code: number): ReaderErrorCode {
  if (domain === lib.retryErrors()) return 'touch_again';
  const known = [
    [lib.ioErrors(), G_IO_ERROR.canceled, 'canceled'],
    [lib.ioErrors(), G_IO_ERROR.permissionDenied, 'no_permission'],
    [lib.usbErrors(), G_USB_DEVICE_ERROR.permissionDenied, 'no_permission'],
    [lib.usbErrors(), G_USB_DEVICE_ERROR.busy, 'reader_busy'],
    [lib.deviceErrors(), FP_DEVICE_ERROR.busy, 'reader_busy'],
    [lib.deviceErrors(), FP_DEVICE_ERROR.notSupported, 'no_images'],
  ] as const;
  return known.find(([ofDomain, ofCode]) => ofDomain === domain && ofCode === code)?.[2] ?? 'reader_failed';
}

export { READER_ERRORS, ReaderError, type ReaderErrorCode } from './errors.ts';
export type { Reader } from './libfprint/devices.ts';
export { UsbReader, type CaptureOptions, type FingerReader } from './libfprint/usb-reader.ts';

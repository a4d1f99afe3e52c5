/** The command cannot run as given; its message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Why a reader returned no image, each with a sentence that says what to do. */
export const READER_ERRORS = {
  library_missing: 'libfprint is not installed. On Debian and Ubuntu: apt-get install libfprint-2-2.',
  no_reader: 'No fingerprint reader is connected, or none that libfprint knows.',
  no_images: 'This reader compares inside itself and gives no images: another reader is needed.',
  no_permission: 'The reader may not be opened by this user: see the guide for the udev rule.',
  reader_busy: 'The reader is in use by another program, or by another capture.',
  touch_again: 'That capture was not readable. Lift the finger and put it down again.',
  no_touch: 'No finger was put on the reader in time.',
  canceled: 'The capture was canceled.',
  reader_failed: 'The reader failed. Unplug it, plug it in again and try once more.',
} as const;

export type ReaderErrorCode = keyof typeof READER_ERRORS;

export class ReaderError extends Error {
  readonly code: ReaderErrorCode;

  constructor(code: ReaderErrorCode) {
    super(READER_ERRORS[code]);
    this.name = 'ReaderError';
    this.code = code;
  }
}

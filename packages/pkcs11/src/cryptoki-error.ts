/** Return values by the names that operators find in a vendor's manual. */
const NAMES: Readonly<Record<number, string>> = {
  0x03: 'CKR_SLOT_ID_INVALID',
  0x05: 'CKR_GENERAL_ERROR',
  0x06: 'CKR_FUNCTION_FAILED',
  0x30: 'CKR_DEVICE_ERROR',
  0x31: 'CKR_DEVICE_MEMORY',
  0x32: 'CKR_DEVICE_REMOVED',
  0x54: 'CKR_FUNCTION_NOT_SUPPORTED',
  0x68: 'CKR_KEY_FUNCTION_NOT_PERMITTED',
  0x70: 'CKR_MECHANISM_INVALID',
  0xa0: 'CKR_PIN_INCORRECT',
  0xa1: 'CKR_PIN_INVALID',
  0xa2: 'CKR_PIN_LEN_RANGE',
  0xa3: 'CKR_PIN_EXPIRED',
  0xa4: 'CKR_PIN_LOCKED',
  0xb1: 'CKR_SESSION_COUNT',
  0xd1: 'CKR_TEMPLATE_INCONSISTENT',
  0xe0: 'CKR_TOKEN_NOT_PRESENT',
  0xe1: 'CKR_TOKEN_NOT_RECOGNIZED',
  0xe2: 'CKR_TOKEN_WRITE_PROTECTED',
  0x102: 'CKR_USER_PIN_NOT_INITIALIZED',
  0x140: 'CKR_CURVE_NOT_SUPPORTED',
};

export const OK = 0;
export const ALREADY_LOGGED_IN = 0x100;
export const ALREADY_INITIALIZED = 0x191;

/** The module rejected a call. */
export class CryptokiError extends Error {
  /** Another attempt with the same PIN would use up the attempts that the token allows. */
  readonly isAboutPin: boolean;

  constructor(call: string, result: number) {
    super(`${call} answered ${NAMES[result] ?? `0x${result.toString(16)}`}`);
    this.name = 'CryptokiError';
    this.isAboutPin = (result >= 0xa0 && result <= 0xa4) || result === 0x102;
  }
}

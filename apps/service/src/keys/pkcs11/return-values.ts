/** What a module may answer, by the standard's names: as operators find them in their manuals. */
// biome-ignore format: one row a line
const NAMES: Readonly<Record<number, string>> = {
  0x02: 'CKR_HOST_MEMORY',
  0x03: 'CKR_SLOT_ID_INVALID',
  0x05: 'CKR_GENERAL_ERROR',
  0x06: 'CKR_FUNCTION_FAILED',
  0x07: 'CKR_ARGUMENTS_BAD',
  0x10: 'CKR_ATTRIBUTE_READ_ONLY',
  0x12: 'CKR_ATTRIBUTE_TYPE_INVALID',
  0x13: 'CKR_ATTRIBUTE_VALUE_INVALID',
  0x30: 'CKR_DEVICE_ERROR',
  0x31: 'CKR_DEVICE_MEMORY',
  0x32: 'CKR_DEVICE_REMOVED',
  0x54: 'CKR_FUNCTION_NOT_SUPPORTED',
  0x60: 'CKR_KEY_HANDLE_INVALID',
  0x63: 'CKR_KEY_TYPE_INCONSISTENT',
  0x68: 'CKR_KEY_FUNCTION_NOT_PERMITTED',
  0x70: 'CKR_MECHANISM_INVALID',
  0x71: 'CKR_MECHANISM_PARAM_INVALID',
  0x82: 'CKR_OBJECT_HANDLE_INVALID',
  0x90: 'CKR_OPERATION_ACTIVE',
  0x91: 'CKR_OPERATION_NOT_INITIALIZED',
  0xa0: 'CKR_PIN_INCORRECT',
  0xa1: 'CKR_PIN_INVALID',
  0xa2: 'CKR_PIN_LEN_RANGE',
  0xa3: 'CKR_PIN_EXPIRED',
  0xa4: 'CKR_PIN_LOCKED',
  0xb0: 'CKR_SESSION_CLOSED',
  0xb1: 'CKR_SESSION_COUNT',
  0xb3: 'CKR_SESSION_HANDLE_INVALID',
  0xb5: 'CKR_SESSION_READ_ONLY',
  0xd0: 'CKR_TEMPLATE_INCOMPLETE',
  0xd1: 'CKR_TEMPLATE_INCONSISTENT',
  0xe0: 'CKR_TOKEN_NOT_PRESENT',
  0xe1: 'CKR_TOKEN_NOT_RECOGNIZED',
  0xe2: 'CKR_TOKEN_WRITE_PROTECTED',
  0x100: 'CKR_USER_ALREADY_LOGGED_IN',
  0x101: 'CKR_USER_NOT_LOGGED_IN',
  0x102: 'CKR_USER_PIN_NOT_INITIALIZED',
  0x130: 'CKR_DOMAIN_PARAMS_INVALID',
  0x140: 'CKR_CURVE_NOT_SUPPORTED',
  0x150: 'CKR_BUFFER_TOO_SMALL',
  0x190: 'CKR_CRYPTOKI_NOT_INITIALIZED',
  0x191: 'CKR_CRYPTOKI_ALREADY_INITIALIZED',
};

export const OK = 0;
export const ALREADY_LOGGED_IN = 0x100;
export const ALREADY_INITIALIZED = 0x191;

/** The module refused a call. */
export class CryptokiError extends Error {
  readonly value: number;
  constructor(call: string, value: number) {
    super(`${call} answered ${NAMES[value] ?? `0x${value.toString(16)}`}`);
    this.name = 'CryptokiError';
    this.value = value;
  }

  /** Another try with the same PIN would use up the tries that the token allows. */
  get isAboutPin(): boolean {
    return (this.value >= 0xa0 && this.value <= 0xa4) || this.value === 0x102;
  }
}

import koffi from 'koffi';

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

export class CryptokiError extends Error {
  /** Another attempt with the same PIN would use up the attempts that the token allows. */
  readonly isAboutPin: boolean;

  constructor(call: string, result: number) {
    super(`${call} answered ${NAMES[result] ?? `0x${result.toString(16)}`}`);
    this.name = 'CryptokiError';
    this.isAboutPin = (result >= 0xa0 && result <= 0xa4) || result === 0x102;
  }
}

const MECHANISM = koffi.struct('CK_MECHANISM', { mechanism: 'ulong', pParameter: 'void *', ulParameterLen: 'ulong' });
const ATTRIBUTE = koffi.struct('CK_ATTRIBUTE', { type: 'ulong', pValue: 'void *', ulValueLen: 'ulong' });
/** Versions 2.40 and 3.x have the same start. */
const FUNCTION_LIST = koffi.struct('CK_FUNCTION_LIST', { version: 'uint16_t', functions: koffi.array('void *', 63) });
const [MECHANISM_IN, TEMPLATE] = [`${MECHANISM.name} *`, `${ATTRIBUTE.name} *`];

// biome-ignore format: one row a line
const FUNCTIONS = {
  C_Initialize: [0, 'void *'],
  C_Finalize: [1, 'void *'],
  C_GetSlotList: [4, 'uint8_t, _Out_ ulong *, _Inout_ ulong *'],
  C_GetTokenInfo: [6, 'ulong, void *'],
  C_OpenSession: [12, 'ulong, ulong, void *, void *, _Out_ ulong *'],
  C_CloseSession: [13, 'ulong'],
  C_Login: [18, 'ulong, ulong, void *, ulong'],
  C_DestroyObject: [22, 'ulong, ulong'],
  C_GetAttributeValue: [24, `ulong, ulong, _Inout_ ${TEMPLATE}, ulong`],
  C_FindObjectsInit: [26, `ulong, ${TEMPLATE}, ulong`],
  C_FindObjects: [27, 'ulong, _Out_ ulong *, ulong, _Out_ ulong *'],
  C_FindObjectsFinal: [28, 'ulong'],
  C_SignInit: [42, `ulong, ${MECHANISM_IN}, ulong`],
  C_Sign: [43, 'ulong, void *, ulong, void *, _Inout_ ulong *'],
  C_DeriveKey: [62, `ulong, ${MECHANISM_IN}, ulong, ${TEMPLATE}, ulong, _Out_ ulong *`],
  C_GenerateKeyPair: [59, `ulong, ${MECHANISM_IN}, ${TEMPLATE}, ulong, ${TEMPLATE}, ulong, _Out_ ulong *, _Out_ ulong *`],
} as const satisfies Record<string, readonly [position: number, parameters: string]>;

type FunctionName = keyof typeof FUNCTIONS;
type NativeFunction = (...args: unknown[]) => number;

export type Handle = number | bigint;

/** A loaded PKCS#11 module. Calls block the thread for as long as the device takes. */
export class Cryptoki {
  readonly #functions: ReadonlyMap<FunctionName, NativeFunction>;

  constructor(file: string) {
    const list: [unknown] = [null];
    const result = koffi.load(file).func('ulong C_GetFunctionList(_Out_ void **)')(list) as number;
    if (result !== OK) throw new CryptokiError('C_GetFunctionList', result);
    const { functions } = koffi.decode(list[0], FUNCTION_LIST) as { functions: readonly unknown[] };
    this.#functions = new Map(
      Object.entries(FUNCTIONS).map(([name, [position, parameters]]) => {
        const prototype = koffi.proto(`ulong ${name}(${parameters})`);
        return [name as FunctionName, koffi.decode(functions[position], prototype) as NativeFunction];
      }),
    );
  }

  try(name: FunctionName, ...args: unknown[]): number {
    return this.#functions.get(name)!(...args);
  }

  call(name: FunctionName, ...args: unknown[]): void {
    const result = this.try(name, ...args);
    if (result !== OK) throw new CryptokiError(name, result);
  }
}

export const mechanism = (type: number): object => ({ mechanism: type, pParameter: null, ulParameterLen: 0 });

const ECDH1_PARAMETERS = koffi.struct('CK_ECDH1_DERIVE_PARAMS', {
  kdf: 'ulong',
  ulSharedDataLen: 'ulong',
  pSharedData: 'void *',
  ulPublicDataLen: 'ulong',
  pPublicData: 'void *',
});
const CKM_ECDH1_DERIVE = 0x1050;
const CKD_NULL = 1;

/** CKM_ECDH1_DERIVE with this point, without a key derivation of the token's own. */
export const ecdh = (point: Buffer): object => ({
  mechanism: CKM_ECDH1_DERIVE,
  pParameter: koffi.as(
    { kdf: CKD_NULL, ulSharedDataLen: 0, pSharedData: null, ulPublicDataLen: point.length, pPublicData: point },
    `${ECDH1_PARAMETERS.name} *`,
  ),
  ulParameterLen: koffi.sizeof(ECDH1_PARAMETERS),
});

type AttributeValue = boolean | number | Buffer;

export const template = (
  attributes: Readonly<Record<number, AttributeValue>>,
): { readonly type: number; readonly pValue: Buffer; readonly ulValueLen: number }[] =>
  Object.entries(attributes).map(([type, value]) => {
    const pValue = Buffer.isBuffer(value) ? value : encoded(value);
    return { type: Number(type), pValue, ulValueLen: pValue.length };
  });

function encoded(value: boolean | number): Buffer {
  const type = typeof value === 'boolean' ? 'uint8_t' : 'ulong';
  const bytes = Buffer.alloc(koffi.sizeof(type));
  koffi.encode(bytes, type, Number(value));
  return bytes;
}

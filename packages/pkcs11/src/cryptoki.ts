import koffi from 'koffi';
import { CryptokiError, OK } from './cryptoki-error.ts';

const MECHANISM = koffi.struct('CK_MECHANISM', { mechanism: 'ulong', pParameter: 'void *', ulParameterLen: 'ulong' });
const ATTRIBUTE = koffi.struct('CK_ATTRIBUTE', { type: 'ulong', pValue: 'void *', ulValueLen: 'ulong' });
/** Versions 2.40 and 3.x begin alike. */
const FUNCTION_LIST = koffi.struct('CK_FUNCTION_LIST', { version: 'uint16_t', functions: koffi.array('void *', 60) });
const [MECHANISM_IN, TEMPLATE] = [`${MECHANISM.name} *`, `${ATTRIBUTE.name} *`];

/** The functions in use: position in CK_FUNCTION_LIST and parameters. */
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
  C_GenerateKeyPair: [59, `ulong, ${MECHANISM_IN}, ${TEMPLATE}, ulong, ${TEMPLATE}, ulong, _Out_ ulong *, _Out_ ulong *`],
} as const satisfies Record<string, readonly [position: number, parameters: string]>;

type FunctionName = keyof typeof FUNCTIONS;
type NativeFunction = (...args: unknown[]) => number;

/** CK_ULONG: of a slot, a session or an object. */
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

  /** Returns the module's return value (CK_RV). */
  try(name: FunctionName, ...args: unknown[]): number {
    return this.#functions.get(name)!(...args);
  }

  /** Throws CryptokiError unless the module returns CKR_OK. */
  call(name: FunctionName, ...args: unknown[]): void {
    const result = this.try(name, ...args);
    if (result !== OK) throw new CryptokiError(name, result);
  }
}

/** CK_MECHANISM without a parameter. */
export const mechanism = (type: number): object => ({ mechanism: type, pParameter: null, ulParameterLen: 0 });

interface Attribute {
  readonly type: number;
  readonly pValue: Buffer;
  readonly ulValueLen: number;
}

export function attribute(type: number, value: boolean | number | Buffer): Attribute {
  const pValue = Buffer.isBuffer(value) ? value : encoded(value);
  return { type, pValue, ulValueLen: pValue.length };
}

/** CK_BBOOL or CK_ULONG. */
function encoded(value: boolean | number): Buffer {
  const type = typeof value === 'boolean' ? 'uint8_t' : 'ulong';
  const bytes = Buffer.alloc(koffi.sizeof(type));
  koffi.encode(bytes, type, Number(value));
  return bytes;
}

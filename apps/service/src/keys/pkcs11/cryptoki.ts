import koffi from 'koffi';
import { ALREADY_INITIALIZED, CryptokiError, OK } from './return-values.ts';

/** What is used of PKCS#11: each function by its place in CK_FUNCTION_LIST, which 2.40 and 3.x share, and what it takes. */
// biome-ignore format: one row a line
const FUNCTIONS = {
  C_Initialize: [0, ['void *']],
  C_Finalize: [1, ['void *']],
  C_GetSlotList: [4, ['uint8_t', 'void *', 'void *']],
  C_GetTokenInfo: [6, ['ulong', 'void *']],
  C_OpenSession: [12, ['ulong', 'ulong', 'void *', 'void *', 'void *']],
  C_CloseSession: [13, ['ulong']],
  C_Login: [18, ['ulong', 'ulong', 'void *', 'ulong']],
  C_DestroyObject: [22, ['ulong', 'ulong']],
  C_GetAttributeValue: [24, ['ulong', 'ulong', 'void *', 'ulong']],
  C_FindObjectsInit: [26, ['ulong', 'void *', 'ulong']],
  C_FindObjects: [27, ['ulong', 'void *', 'ulong', 'void *']],
  C_FindObjectsFinal: [28, ['ulong']],
  C_SignInit: [42, ['ulong', 'void *', 'ulong']],
  C_Sign: [43, ['ulong', 'void *', 'ulong', 'void *', 'void *']],
  C_GenerateKeyPair: [59, ['ulong', 'void *', 'void *', 'ulong', 'void *', 'ulong', 'void *', 'void *']],
} as const satisfies Record<string, readonly [number, readonly string[]]>;

type FunctionName = keyof typeof FUNCTIONS;

/** A pointer and CK_ULONG have this size on every system that Node 24 runs on but Windows, whose modules are laid out otherwise. */
const WORD = 8;

/** One loaded module. Its calls are made in the thread that makes them, and may take as long as the device likes. */
export class Cryptoki {
  readonly #functions: ReadonlyMap<FunctionName, (...args: unknown[]) => number>;

  constructor(file: string) {
    const list = Buffer.alloc(WORD);
    const getList = koffi.load(file).func('ulong C_GetFunctionList(void *list)');
    const answer = Number(getList(list));
    if (answer !== OK) throw new CryptokiError('C_GetFunctionList', answer);
    const table = list.readBigUInt64LE();
    this.#functions = new Map(
      Object.entries(FUNCTIONS).map(([name, [place, args]]) => {
        // The version of two bytes takes the room of a word.
        const pointer = koffi.decode(table, WORD * (1 + place), 'void *') as bigint;
        const made = koffi.decode(pointer, koffi.proto('ulong', [...args])) as (...given: unknown[]) => unknown;
        return [name as FunctionName, (...given: unknown[]) => Number(made(...given))];
      }),
    );
  }

  /** What the module answered, whatever it is. */
  ask(name: FunctionName, ...args: unknown[]): number {
    return this.#functions.get(name)!(...args);
  }

  /** Throws CryptokiError where the module refused. */
  do(name: FunctionName, ...args: unknown[]): void {
    const answer = this.ask(name, ...args);
    if (answer !== OK) throw new CryptokiError(name, answer);
  }

  initialize(): void {
    const answer = this.ask('C_Initialize', null);
    if (answer !== OK && answer !== ALREADY_INITIALIZED) throw new CryptokiError('C_Initialize', answer);
  }
}

/** Room for one number, which the module writes. */
export class Word {
  readonly bytes = Buffer.alloc(WORD);

  constructor(value = 0) {
    this.bytes.writeBigUInt64LE(BigInt(value));
  }

  get value(): bigint {
    return this.bytes.readBigUInt64LE();
  }
}

export const words = (bytes: Buffer, count: number): bigint[] =>
  Array.from({ length: count }, (_, i) => bytes.readBigUInt64LE(i * WORD));

export const roomForWords = (count: number): Buffer => Buffer.alloc(count * WORD);

type AttributeValue = boolean | number | Uint8Array;

/** An array of CK_ATTRIBUTE. It must be held while a call uses it: the values lie in memory of their own. */
export class Template {
  readonly bytes: Buffer;
  readonly count: number;
  readonly #values: readonly Buffer[];

  constructor(attributes: readonly (readonly [type: number, value: AttributeValue])[]) {
    this.count = attributes.length;
    this.#values = attributes.map(([, value]) => valueBytes(value));
    this.bytes = Buffer.alloc(attributes.length * 3 * WORD);
    attributes.forEach(([type], i) => {
      const value = this.#values[i]!;
      this.bytes.writeBigUInt64LE(BigInt(type), i * 3 * WORD);
      this.bytes.writeBigUInt64LE(koffi.address(value), (i * 3 + 1) * WORD);
      this.bytes.writeBigUInt64LE(BigInt(value.length), (i * 3 + 2) * WORD);
    });
  }

  /** What a module wrote into the value at this place, in the length that it said. */
  written(place: number): Buffer {
    const length = Number(this.bytes.readBigUInt64LE((place * 3 + 2) * WORD));
    return this.#values[place]!.subarray(0, length);
  }
}

/** CK_MECHANISM without a parameter. */
export const mechanism = (type: number): Buffer => {
  const bytes = Buffer.alloc(3 * WORD);
  bytes.writeBigUInt64LE(BigInt(type));
  return bytes;
};

/** Copied into memory that does not move. */
function valueBytes(value: AttributeValue): Buffer {
  if (typeof value === 'number') return new Word(value).bytes;
  const bytes = typeof value === 'boolean' ? Uint8Array.of(value ? 1 : 0) : value;
  const copy = Buffer.allocUnsafeSlow(Math.max(bytes.length, 1));
  copy.set(bytes);
  return copy.subarray(0, bytes.length);
}

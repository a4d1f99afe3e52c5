/** The engine is compiled to vector instructions. */
// biome-ignore format: bytes
const VECTORS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** iOS Lockdown Mode turns WebAssembly off. */
export const hasWebAssembly = (): boolean => typeof WebAssembly === 'object';

/** `crypto.subtle` is missing without HTTPS. */
export const isSupported = (): boolean =>
  typeof Worker === 'function' &&
  typeof createImageBitmap === 'function' &&
  'subtle' in crypto &&
  hasWebAssembly() &&
  WebAssembly.validate(VECTORS) &&
  document.createElement('canvas').getContext('2d') !== null;

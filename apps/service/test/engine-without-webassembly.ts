// The engine's thread without WebAssembly.
Reflect.deleteProperty(globalThis, 'WebAssembly');
export const { work } = await import('../src/capture/engine-worker.ts');

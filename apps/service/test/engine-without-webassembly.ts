// The engine's thread on a runtime that has no WebAssembly.
Reflect.deleteProperty(globalThis, 'WebAssembly');
const { default: work } = await import('../src/capture/engine-worker.ts');
export default work;

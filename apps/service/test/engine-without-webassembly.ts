// The engine's thread without WebAssembly.
Reflect.deleteProperty(globalThis, 'WebAssembly');
const { default: work } = await import('../src/capture/engine-worker.ts');
export default work;

// What the kernels import: exact angles come from the host's own Math, so that WebAssembly and TypeScript tell the same ones.
export declare function atan2(y: f64, x: f64): f64;

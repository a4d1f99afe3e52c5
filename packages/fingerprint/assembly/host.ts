// Exact angles are computed by the host's Math, so that WebAssembly and TypeScript get the same values.
export declare function atan2(y: f64, x: f64): f64;

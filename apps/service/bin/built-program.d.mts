export declare const PROGRAM: { readonly folder: string; readonly entry: string; readonly madeOf: string };
export declare function stampOf(file: string): string;
export declare function builtProgram(root: string): string | undefined;

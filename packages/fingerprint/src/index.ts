export { compare } from './compare/index.ts';
export { extract } from './extract/index.ts';
export { decodeTemplate, encodeTemplate, TemplateError } from './record/index.ts';
export { synthesize } from './synthesize/index.ts';
export type { Image, Minutia, MinutiaType, View } from './types.ts';

/** Provisional, until it is measured on all sets. */
export const THRESHOLD = 2;

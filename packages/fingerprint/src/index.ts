export { compare } from './compare/index.ts';
export { THRESHOLD } from './constants.ts';
export { ImageError, type ImageErrorCode } from './errors.ts';
export { extract } from './extract/index.ts';
export { quality } from './quality.ts';
export { decodeTemplate, encodeTemplate, TemplateError, type TemplateErrorCode } from './record/index.ts';
export { synthesize } from './synthesize/index.ts';
export type { Image, Minutia, MinutiaType, View } from './types.ts';

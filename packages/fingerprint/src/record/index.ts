export { decodeTemplate } from './decode.ts';
export { encodeTemplate } from './encode.ts';
export { TemplateError, type TemplateErrorCode } from './error.ts';
export { MAX_EXTENDED_BYTES } from './format.ts';

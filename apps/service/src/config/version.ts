import { readFileSync } from 'node:fs';

/** Of this package: shown by `authly --version`, in OpenAPI and in the metrics. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

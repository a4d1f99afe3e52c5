import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundle } from './bundle.ts';

const MAX_BYTES = 3 * 1024;

it('the whole SDK stays below 3 KB gzip and loads nothing else', async () => {
  const code = await bundle();
  expect(code).not.toContain('typebox');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(MAX_BYTES);
});

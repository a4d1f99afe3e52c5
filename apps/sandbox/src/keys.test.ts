import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { expect, it } from 'vitest';
import { readKeys } from './keys.ts';

it('a key whose work fails says why, and the next key works', async () => {
  const terminal = Object.assign(new PassThrough(), { setRawMode: () => terminal }) as unknown as ReadStream;
  const said: string[] = [];
  const worked = new Promise<void>((resolve) => {
    const locked = () => Promise.reject(new Error('the database is locked'));
    readKeys(terminal, { quit: () => {}, c: locked, d: resolve }, (line) => said.push(line));
  });
  terminal.push('cd');
  await worked;
  await expect.poll(() => said).toEqual(['  That did not work: the database is locked']);
});

import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { expect, it, vi } from 'vitest';
import { readKeys } from './keys.ts';

it('a key whose work fails says why, and the next key works', async () => {
  using said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const terminal = Object.assign(new PassThrough(), { setRawMode: () => terminal }) as unknown as ReadStream;
  const worked = new Promise<void>((resolve) => {
    readKeys(terminal, { quit: () => {}, c: () => Promise.reject(new Error('the database is locked')), d: resolve });
  });
  terminal.push('cd');
  await worked;
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith('  That did not work: the database is locked'));
});

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { handInCode, listenForCodes } from './control.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'control-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a typed code reaches the agent, which returns the page’s origin', async () => {
  const server = await listenForCodes(folder, (code) => (code === '123456' ? 'https://authly.example' : undefined));
  expect(await handInCode(folder, '123456')).toBe('https://authly.example');
  expect(await handInCode(folder, '654321')).toBeUndefined();
  const flood = connect(join(folder, 'control.sock'));
  flood.write('x'.repeat(10_000));
  await once(
    flood.on('error', () => undefined),
    'close',
  );
  server.close();
});

it('fails if no agent runs', async () => {
  await expect(handInCode(folder, '123456')).rejects.toThrow('ENOENT');
});

it('an agent that cannot store a page returns nothing and accepts the next code', async () => {
  let isFull = true;
  const server = await listenForCodes(folder, () => {
    if (isFull) throw new Error('no room on this disk');
    return 'https://authly.example';
  });
  await expect(handInCode(folder, '123456')).rejects.toThrow('did not answer');
  isFull = false;
  expect(await handInCode(folder, '１２３４５６')).toBe('https://authly.example');
  server.close();
});

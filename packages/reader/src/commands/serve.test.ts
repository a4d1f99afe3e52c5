import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addServe } from './serve.ts';

it('a signal during the start ends the agent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-'));
  const program = new Command();
  addServe(program, () => folder, {}, AbortSignal.abort());
  await program.parseAsync(['node', 'authly-reader', 'serve', '--origin', 'https://authly.test', '--port', '0']);
  rmSync(folder, { recursive: true });
  expect(program.commands).toHaveLength(1);
});

import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from './open-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'authly-open-page-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('prints the address, and says so if the program that opens pages is missing or fails', async () => {
  const said: string[] = [];
  const failed = '  No browser opened: open this address yourself.';
  vi.stubEnv('PATH', join(folder, 'nowhere'));
  openPage('https://localhost:1', (line) => said.push(line));
  await expect.poll(() => said).toEqual(['  Opening https://localhost:1', failed]);
  for (const program of ['xdg-open', 'open']) {
    writeFileSync(join(folder, program), '#!/bin/sh\n: > "$0.done"\nexit 3\n');
    chmodSync(join(folder, program), 0o755);
  }
  vi.stubEnv('PATH', `${folder}:/bin:/usr/bin`);
  openPage('https://localhost:2', (line) => said.push(line));
  await expect
    .poll(() => ['xdg-open', 'open'].some((program) => existsSync(join(folder, `${program}.done`))))
    .toBe(true);
  await expect.poll(() => said.slice(2)).toEqual(['  Opening https://localhost:2', failed]);
});

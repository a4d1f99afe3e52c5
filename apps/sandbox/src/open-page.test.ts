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

it('prints the address, even if the program that opens pages is missing', async () => {
  const said: string[] = [];
  vi.stubEnv('PATH', join(folder, 'nowhere'));
  openPage('https://localhost:1', (line) => said.push(line));
  for (const program of ['xdg-open', 'open']) {
    writeFileSync(join(folder, program), '#!/bin/sh\n: > "$0.done"\n');
    chmodSync(join(folder, program), 0o755);
  }
  vi.stubEnv('PATH', `${folder}:/bin:/usr/bin`);
  openPage('https://localhost:2', (line) => said.push(line));
  await vi.waitFor(() =>
    expect(['xdg-open', 'open'].some((program) => existsSync(join(folder, `${program}.done`)))).toBe(true),
  );
  expect(said).toEqual(['  Opening https://localhost:1', '  Opening https://localhost:2']);
});

import { vi } from 'vitest';
import { runCli } from '../src/cli/cli.ts';
import type { Env } from '../src/config/setting-reader.ts';

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs one `authly` command in this process. */
export async function runAuthly(words: readonly string[], env: Env): Promise<CliRun> {
  let [out, error] = ['', ''];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((error += String(text)), true));
  try {
    const code = await runCli(['node', 'authly', ...words], env, (text) => (out += text));
    return { code, out, error };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

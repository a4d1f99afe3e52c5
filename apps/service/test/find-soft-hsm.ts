import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join('softhsm', 'libsofthsm2.so');

/** Debian has it beside the libraries of a kind of processor, others beside all of them. */
export function softHsmModule(): string | undefined {
  const folders = ['/usr/lib', '/usr/lib64', '/usr/local/lib'].filter((folder) => existsSync(folder));
  const kinds = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name)),
  );
  return [...folders, ...kinds].map((folder) => join(folder, FILE)).find((file) => existsSync(file));
}

export const NO_SOFT_HSM = 'No SoftHSM was found (Debian: apt-get install softhsm2).';

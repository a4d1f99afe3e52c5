import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join('softhsm', 'libsofthsm2.so');

/** Debian installs it in the folder of one architecture, others in the common one. */
export function softHsmModule(): string | undefined {
  const folders = ['/usr/lib', '/usr/lib64', '/usr/local/lib'].filter((folder) => existsSync(folder));
  const architectures = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name)),
  );
  return [...folders, ...architectures].map((folder) => join(folder, FILE)).find((file) => existsSync(file));
}

export const NO_SOFT_HSM = 'No SoftHSM was found (Debian: apt-get install softhsm2).';

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyFile } from './copy-program.ts';

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
}

/** Which packages these files came from. */
export function packagesOf(files: readonly string[]): DebianPackage[] {
  const names = [...new Set(files.map(packageOf))].sort();
  return names.map((name) => {
    const [version = '', architecture = ''] = query('-W', '-f', '${Version} ${Architecture}', name).split(' ');
    return { name: name.split(':')[0]!, version, architecture };
  });
}

/** Debian moved /lib below /usr; the list of a package's files may have either name. */
function packageOf(file: string): string {
  for (const path of [file, file.replace(/^\/usr\//, '/'), `/usr${file}`]) {
    try {
      return query('-S', path).split(': ')[0]!.split(', ')[0]!;
    } catch {
      // It is known by another of the names, then.
    }
  }
  throw new Error(`no Debian package has ${file}`);
}

const query = (...args: string[]): string =>
  execFileSync('dpkg-query', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** What is kept of a package besides its files: its licence, and what scanners look for in images without a package manager. */
export function describePackage({ name }: DebianPackage, image: string): void {
  const licence = `/usr/share/doc/${name}/copyright`;
  if (existsSync(licence)) copyFile(licence, join(image, licence));
  const notes = join(image, 'var/lib/dpkg/status.d');
  mkdirSync(notes, { recursive: true });
  writeFileSync(join(notes, name), query('-s', name));
}

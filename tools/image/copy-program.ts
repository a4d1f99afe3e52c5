import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A program with every library that the loader wants for it, at the places it looks at. Returns those libraries, by their real names. */
export function copyProgram(program: string, to: string, image: string): string[] {
  copyFile(program, join(image, to));
  return librariesOf(program).map((library) => {
    const real = realpathSync(library);
    copyFile(real, join(image, real));
    // The name that programs know is a link to the one with the version.
    if (!existsSync(join(image, library))) {
      mkdirSync(dirname(join(image, library)), { recursive: true });
      symlinkSync(real, join(image, library));
    }
    return real;
  });
}

/** The lines of `ldd` look like `libm.so.6 => /lib/…/libm.so.6 (0x…)`, the loader's own like `/lib/ld-linux-….so.1 (0x…)`. */
const librariesOf = (program: string): string[] =>
  execFileSync('ldd', [program], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);

export function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(realpathSync(from), to);
}

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { reachableFrom, root, type PublishedPackage } from './package-files.ts';

export type Compiled = Awaited<ReturnType<typeof compile>>;

/** Compiles the entries and their imports into this folder, once for CommonJS and for types. */
export async function compile(entries: readonly string[], { tsconfig, lib }: PublishedPackage, out: string) {
  const config = join(out, 'tsconfig.json');
  const compilerOptions = { ...COMPILER_OPTIONS, lib, outDir: out };
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, tsconfig), compilerOptions, include: [], files: reachableFrom(entries) }),
  );
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', config]).catch((error: { stdout?: string }) => {
    throw new Error(`The types do not hold:\n${error.stdout ?? 'tsc did not run'}`);
  });
  const read = (file: string, extension: string): string =>
    readFileSync(join(out, relative(join(root, 'packages'), file).replace(/\.ts$/, extension)), 'utf8');
  return { commonJs: (file: string) => read(file, '.js'), declaration: (file: string) => read(file, '.d.ts') };
}

const COMPILER_OPTIONS = {
  noEmit: false,
  declaration: true,
  target: 'es2022',
  module: 'commonjs',
  moduleResolution: 'bundler',
  esModuleInterop: true,
  verbatimModuleSyntax: false,
  rewriteRelativeImportExtensions: true,
  rootDir: join(root, 'packages'),
  typeRoots: [join(root, 'node_modules', '@types')],
};

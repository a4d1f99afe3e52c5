import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');
const packages = join(root, 'packages');
const SRC = `${sep}src${sep}`;

/** A published package. It includes the parts of our other packages that its sources import. */
export interface PublishedPackage {
  readonly folder: string;
  readonly tsconfig: string;
  /** The library of the oldest supported runtime. */
  readonly lib: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

export const PACKAGES: readonly PublishedPackage[] = [
  {
    folder: 'merchant',
    tsconfig: 'tsconfig.json',
    lib: ['es2023', 'es2024.string'],
    files: { 'signature-vectors.json': join(packages, 'contract', 'signature-vectors.json') },
  },
  { folder: 'browser', tsconfig: 'tsconfig.browser.json', lib: ['es2022', 'dom', 'dom.iterable'], files: {} },
  { folder: 'app-client', tsconfig: 'tsconfig.browser.json', lib: ['es2024', 'dom', 'dom.iterable'], files: {} },
];

export function pathInPackage(file: string, { folder }: PublishedPackage): string {
  const [from = '', path = ''] = relative(packages, file).split(SRC);
  return (from === folder ? path : join(from, path)).replace(/\.[jt]s$/, '');
}

const IMPORTS =
  /((?:from|import) ?|(?:import|require)\()(['"])((?:\.|@authly\/(?:contract\/|fingerprint(?=['"])))[^'"]*)\2/g;

export const importsOf = (text: string, file: string): string[] =>
  [...text.matchAll(IMPORTS)].map(([, , , specifier]) => sourceOf(specifier!, file));

/** The files and all that they import, for their code or for their types. */
export function reachableFrom(files: readonly string[]): string[] {
  const seen = new Set(files);
  // The loop also visits files that it adds.
  for (const file of seen) for (const next of importsOf(readFileSync(file, 'utf8'), file)) seen.add(next);
  return [...seen];
}

export const relink = (text: string, file: string, to: PublishedPackage): string =>
  text.replaceAll(IMPORTS, (_, keyword: string, quote: string, specifier: string) => {
    const path = relative(dirname(pathInPackage(file, to)), pathInPackage(sourceOf(specifier, file), to));
    return `${keyword}${quote}${path.startsWith('.') ? path : `./${path}`}.js${quote}`;
  });

const sourceOf = (specifier: string, from: string): string =>
  specifier.startsWith('.') ? join(dirname(from), specifier) : createRequire(import.meta.url).resolve(specifier);

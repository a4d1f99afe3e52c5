import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackage } from './build-package.ts';
import { PACKAGES, root } from './package-files.ts';
import { findRuntime } from './test/runtimes.ts';

/** The part of the compiler API in use. TypeScript 7 has no API yet, so 5.4 reads the declarations. */
interface Symbol {
  readonly name: string;
  readonly flags: number;
  getDocumentationComment(checker: Checker): readonly unknown[];
  getDeclarations(): readonly { getSourceFile(): { fileName: string } }[] | undefined;
}
interface Type {
  getProperties(): readonly Symbol[];
  isUnion(): this is { readonly types: readonly Type[] };
}
interface Checker {
  getSymbolAtLocation(node: object): Symbol | undefined;
  getExportsOfModule(symbol: Symbol): readonly Symbol[];
  getAliasedSymbol(symbol: Symbol): Symbol;
  getDeclaredTypeOfSymbol(symbol: Symbol): Type;
}
interface TypeScript {
  readonly SymbolFlags: {
    readonly Alias: number;
    readonly TypeAlias: number;
    readonly Interface: number;
    readonly Class: number;
  };
  createProgram(
    files: readonly string[],
    options: object,
  ): { getTypeChecker(): Checker; getSourceFile(file: string): object };
}

const tsc = findRuntime('TypeScript 5.4');
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'authly-hover-'));
  for (const each of PACKAGES) await buildPackage(each, join(folder, each.folder));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Exports of an entry, and fields of their types, without hover text. */
function without(entry: string): string[] {
  const ts = createRequire(tsc!)('../lib/typescript.js') as TypeScript;
  const program = ts.createProgram([entry], { strict: true, types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] });
  const checker = program.getTypeChecker();
  const ours = (symbol: Symbol): boolean =>
    symbol.getDeclarations()?.some((each) => each.getSourceFile().fileName.startsWith(folder)) ?? false;
  const isSilent = (symbol: Symbol): boolean =>
    symbol.name !== 'name' && ours(symbol) && symbol.getDocumentationComment(checker).length === 0;
  const fieldsOf = (type: Type): readonly Symbol[] =>
    type.isUnion() ? type.types.flatMap(fieldsOf) : type.getProperties();
  return checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry))!).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const { TypeAlias, Interface, Class } = ts.SymbolFlags;
    const isType = (symbol.flags & (TypeAlias | Interface | Class)) !== 0;
    const fields = isType ? fieldsOf(checker.getDeclaredTypeOfSymbol(symbol)) : [];
    const silent = fields.filter(isSilent).map((field) => `${exported.name}.${field.name}`);
    return [...new Set([...(isSilent(symbol) ? [exported.name] : []), ...silent])];
  });
}

const ENTRIES = PACKAGES.flatMap((each) => {
  const manifest = readFileSync(join(root, 'packages', each.folder, 'package.json'), 'utf8');
  const { exports } = JSON.parse(manifest) as { exports: Record<string, string> };
  return Object.values(exports).map((path) => join(each.folder, path.replace('./src/', '').replace(/\.ts$/, '.d.ts')));
}).filter((entry) => !/bio-check|testing|app-client/.test(entry));

describe.skipIf(tsc === undefined)('the declarations', () => {
  test.each(ENTRIES)('@authly/%s: every export, option and field has hover text', (entry) => {
    expect(without(join(folder, entry))).toEqual([]);
  });
});

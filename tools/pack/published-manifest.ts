import type { PublishedPackage } from './package-files.ts';

export interface SourceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
}

export const COMMON_JS = 'cjs';
/** `AbortSignal.any` came with 20.3. */
const OLDEST_NODE = 20;

export function publishedManifest(
  { name, version, description, license, keywords, bin, dependencies = {}, exports }: SourceManifest,
  { folder, files }: PublishedPackage,
): object {
  const entries = Object.entries(exports)
    .filter(([entry]) => !entry.includes('*'))
    .map(([entry, path]) => [entry, path.replace('./src/', '').replace(/\.ts$/, '')] as const);
  // Ours are included.
  const others = Object.entries(dependencies).filter(([other]) => !other.startsWith('@authly/'));
  const address = repositoryAddress();
  const main = entries.find(([entry]) => entry === '.')?.[1];
  return {
    name,
    version,
    description,
    license,
    keywords,
    ...(address !== undefined && {
      repository: { type: 'git', url: `git+${address}.git`, directory: `packages/${folder}` },
      homepage: `${address}#readme`,
      bugs: `${address}/issues`,
    }),
    type: 'module',
    sideEffects: false,
    engines: { node: `>=${OLDEST_NODE}.3` },
    ...(bin && { bin }),
    ...(others.length > 0 && { dependencies: Object.fromEntries(others) }),
    main: `./${COMMON_JS}/${main}.js`,
    types: `./${COMMON_JS}/${main}.d.ts`,
    exports: {
      ...Object.fromEntries(
        entries.map(([entry, module]) => [
          entry,
          // The first matching condition applies.
          { import: pair(`./${module}`), require: pair(`./${COMMON_JS}/${module}`), default: `./${module}.js` },
        ]),
      ),
      ...Object.fromEntries(Object.keys(files).map((file) => [`./${file}`, `./${file}`])),
      './package.json': './package.json',
    },
    // TypeScript's module resolution of Node 10 ignores `exports`.
    ...(entries.length > 1 && {
      typesVersions: {
        '*': Object.fromEntries(
          entries
            .filter(([entry]) => entry !== '.')
            .map(([entry, module]) => [entry.slice(2), [`./${COMMON_JS}/${module}.d.ts`]]),
        ),
      },
    }),
    publishConfig: { access: 'public' },
  };
}

/** The host of the code names itself in its jobs. The registry refuses provenance without a repository. */
function repositoryAddress(): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  return server && repository ? `${server}/${repository}` : undefined;
}

const pair = (module: string) => ({ types: `${module}.d.ts`, default: `${module}.js` });

/** The conformance runner as a program. On an old Node it prints the required version instead of a syntax error. */
export const runnerText = (path: string): string => `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < ${OLDEST_NODE}) {
  console.error(\`${/([^/]+)\.mjs$/.exec(path)?.[1]} needs Node ${OLDEST_NODE} or newer; this is \${process.version}.\`);
  process.exit(2);
}
const { main } = await import('../bio-check/main.js');
process.exitCode = await main(process.argv.slice(2), process);
`;

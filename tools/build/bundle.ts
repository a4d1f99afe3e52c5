import { join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { BANNER, collectPackages } from '../../apps/sandbox/src/build-pages/third-party-notices.ts';

const root = join(import.meta.dirname, '..', '..');
export const BIN = 'apps/service/bin';
/** Packages that read their own files: piscina starts threads from them, koffi has a native part. */
export const NOT_BUNDLED = ['piscina', 'koffi'];
/** Optional packages that Authly does not use: a native Postgres client and fastify's calls without a network. */
const NEVER_LOADED = ['pg-native', 'light-my-request'];
/** Names and lines stay for stack traces. ASCII output takes one byte per character in memory instead of two. */
const READ_QUICKLY = { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } } as const;
const PROGRAM = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;
/** Finds the root from its own folder. The bundle is one folder higher. */
const ROOT_FILE = 'apps/service/src/runtime/root.ts';
/** These may use import.meta, because the bundle has the same folders around them. */
const PLACED = new Set(['apps/service/bin/authly.mjs', 'packages/merchant/bin/authly-bio-check.mjs']);

/** A bundle starts much faster than hundreds of sources. Returns the folders of the packages in it. */
export async function bundleService(folder: string): Promise<Set<string>> {
  const packages = new Set<string>();
  await using bundle = await rolldown({
    cwd: root,
    input: { authly: join(BIN, 'authly.mjs'), 'authly-bio-check': 'packages/merchant/bin/authly-bio-check.mjs' },
    platform: 'node',
    external: [...NOT_BUNDLED, ...NEVER_LOADED],
    plugins: [bundlePrograms, collectPackages(packages)],
    // On a busy machine rolldown would warn about slow callbacks. The SDK loads a server of its tests on demand, the conformance test at once.
    checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
    onLog(level, log, tell) {
      if (level === 'warn') throw new Error(`the bundle: ${log.message}`);
      tell(level, log);
    },
  });
  await bundle.write({
    dir: join(folder, BIN),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Licenses require these comments.
    comments: { legal: true, annotation: false, jsdoc: false },
    postBanner: BANNER,
    minify: READ_QUICKLY,
  });
  return packages;
}

/** Bundles the sources of threads and processes too. Any other use of import.meta fails, because the bundle has no such files. */
const bundlePrograms: Plugin = {
  name: 'bundle-programs',
  transform(code, id) {
    if (!code.includes('import.meta') || !id.startsWith(root) || id.includes('/node_modules/')) return undefined;
    const source = relative(root, id);
    if (PLACED.has(source)) return undefined;
    if (source === ROOT_FILE) return code.replace("'..', ", '');
    const bundled = code.replaceAll(PROGRAM, (_all, name: string) => {
      this.emitFile({ type: 'chunk', id: join(id, '..', `${name}.ts`), fileName: `${name}.mjs` });
      return `new URL('./${name}.mjs', import.meta.url)`;
    });
    if (bundled === code) throw new Error(`${source} uses import.meta: look for files in ROOT of ${ROOT_FILE}`);
    return bundled;
  },
};

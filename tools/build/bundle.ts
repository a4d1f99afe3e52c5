import { join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

const root = join(import.meta.dirname, '..', '..');
/** Where the entry and all that it is cut into lie, from the root: as deep as apps/service/src/root.ts, which looks for it. */
export const BIN = 'apps/service/bin';
/** Packages that read their own files: one starts threads from them, the other has a native part. */
export const NOT_BUNDLED = ['piscina', 'koffi'];
/** What packages would load for uses that are not ours: another way to Postgres, and fastify's calls without a network. */
const NEVER_LOADED = ['pg-native', 'light-my-request'];
/** Names and lines stay for stack traces. ASCII output takes one byte per character in memory instead of two. */
const READ_QUICKLY = { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } } as const;
/** How a source starts a thread or a process from another source. */
const PROGRAM = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;
/** May ask where they are: the folders around them are the same in the bundle. */
const PLACED = new Set(['apps/service/src/root.ts', 'apps/service/bin/authly.mjs']);

/**
 * The service and its command line in a few files: `authly` starts in a fraction of the time that hundreds of sources take, and needs no
 * installed packages but those that are not bundled.
 */
export async function bundleService(folder: string): Promise<void> {
  await using bundle = await rolldown({
    cwd: root,
    input: { authly: join(BIN, 'authly.mjs') },
    platform: 'node',
    external: [...NOT_BUNDLED, ...NEVER_LOADED],
    plugins: [bundlePrograms],
    // On a busy machine it warns of the time that our few callbacks take: nothing is wrong with the bundle then.
    checks: { bundlerTimings: false },
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
    // What licences ask for stays.
    comments: { legal: true, annotation: false, jsdoc: false },
    minify: READ_QUICKLY,
  });
}

/** The source of a thread or a process becomes a bundle too. Any other source that looks for files around it would not find them. */
const bundlePrograms: Plugin = {
  name: 'bundle-programs',
  transform(code, id) {
    if (!code.includes('import.meta') || !id.startsWith(root) || id.includes('/node_modules/')) return undefined;
    const source = relative(root, id);
    if (PLACED.has(source)) return undefined;
    const bundled = code.replaceAll(PROGRAM, (_all, name: string) => {
      this.emitFile({ type: 'chunk', id: join(id, '..', `${name}.ts`), fileName: `${name}.mjs` });
      return `new URL('./${name}.mjs', import.meta.url)`;
    });
    if (bundled === code)
      throw new Error(`${source} uses import.meta: look for files in ROOT of apps/service/src/root.ts`);
    return bundled;
  },
};

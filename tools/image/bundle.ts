import { cpSync, globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

const root = join(import.meta.dirname, '..', '..');
/** Where the entry and all that it is cut into lie, from the root. */
const BIN = 'apps/service/bin';
/** Read when a store is opened. */
const MIGRATIONS = 'apps/service/src/storage/*/migrations/*.sql';
/** Packages that look for files of their own: one starts threads from them, the other is made for one kind of processor. */
const NOT_BUNDLED = ['piscina', 'koffi'];
/** What packages would load for uses that are not ours: another way to Postgres, and fastify's calls without a network. */
const NEVER_LOADED = ['pg-native', 'light-my-request'];
/** Names and lines stay, for whoever reads a stack. In ASCII, what is read at each start takes one byte a character in memory, not two. */
const READ_QUICKLY = { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } } as const;
/** How sources look for what lies beside them: a program of its own, or a folder. */
const OWN_PLACE = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.(\w+)/g;

/**
 * The service and its command line in a few files: `authly` starts in a fraction of the time that hundreds of sources take, and needs no
 * installed packages but those that it names.
 */
export async function bundleService(folder: string): Promise<{ readonly packages: readonly string[] }> {
  await using bundle = await rolldown({
    cwd: root,
    input: { authly: join(BIN, 'authly.mjs') },
    platform: 'node',
    external: [...NOT_BUNDLED, ...NEVER_LOADED],
    plugins: [keepPlaces, ourNode],
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
  for (const file of globSync(MIGRATIONS, { cwd: root })) cpSync(join(root, file), join(folder, file));
  return { packages: NOT_BUNDLED };
}

/** A source that looks for files beside it finds them where it stood: the image's folders are those of the repo. A thread's file becomes a bundle too. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (!code.includes('import.meta') || id.includes('/node_modules/')) return undefined;
    const place = relative(join(root, BIN), id);
    return code.replaceAll(OWN_PLACE, (_all, name: string | undefined, which: string | undefined) => {
      if (name !== undefined) {
        this.emitFile({ type: 'chunk', id: join(dirname(id), `${name}.ts`), fileName: `${name}.mjs` });
        return `new URL('./${name}.mjs', import.meta.url)`;
      }
      if (which === 'url') return `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      if (which === 'dirname') return `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`;
      throw new Error(`${place} uses import.meta.${which} in a way that the bundle does not know`);
    });
  },
};

/** The image has one Node, and no `env` to look for it. */
const ourNode: Plugin = {
  name: 'our-node',
  renderChunk: (code) => code.replace(/^#!.*/, '#!/usr/bin/node'),
};

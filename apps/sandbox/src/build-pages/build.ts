import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import type { Plugin } from 'vite';
import { BUILD_TARGET } from './oldest-browsers.ts';
import { BANNER, collectPackages, NOTICES, thirdPartyNotices } from './third-party-notices.ts';
import { markHtml } from '../../../../packages/ui/src/ridges.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

interface PageBuild {
  readonly name: string;
  /** The folder of its index.html. The output goes into `dist` next to it. */
  readonly source: string;
  readonly base: string;
  /** Other folders or files whose code goes into it, apart from the contract. */
  readonly uses: readonly string[];
  /** For slow phones: inline style and the best compression. */
  readonly forPhones?: true;
}

const PAGES: readonly PageBuild[] = [
  {
    name: 'hosted page',
    source: 'apps/hosted/src',
    base: PAGE_PATHS.hosted,
    uses: ['packages/ui/src'],
    forPhones: true,
  },
  {
    name: 'app page',
    source: 'apps/app/src',
    base: PAGE_PATHS.app,
    uses: ['apps/app', 'packages/fingerprint/src', 'packages/ui/src'],
    forPhones: true,
  },
  {
    name: 'console page',
    source: 'apps/console/src',
    base: '/',
    uses: [
      'apps/service/src/operator/wire/wire.ts',
      'apps/service/src/operator/wire/login-fragment.ts',
      'packages/ui/src',
    ],
  },
  {
    name: 'shop page',
    source: 'apps/shop/page',
    base: '/',
    uses: ['apps/shop/src/samples', 'packages/browser/src', 'packages/ui/src/base.css', 'packages/ui/src/elements.css'],
  },
];

const STAMP = '.built-from';

interface BuildOptions {
  readonly force?: boolean;
  readonly say?: (line: string) => void;
}

const DOCS = {
  name: 'docs',
  output: 'apps/docs/dist',
  uses: [
    'apps/docs/src',
    'docs',
    'examples',
    'packages/contract/src',
    'packages/ui/src/ridges.ts',
    'packages/ui/src/base.css',
    'packages/ui/src/elements.css',
    'packages/merchant/README.md',
    'packages/browser/README.md',
    'SECURITY.md',
    'CHANGELOG.md',
  ],
} as const;

export async function buildPages(options: BuildOptions = {}): Promise<void> {
  for (const page of PAGES) {
    const output = join(page.source, '..', 'dist');
    const uses = [page.source, 'packages/contract/src', ...page.uses];
    await buildIfStale({ name: page.name, output, uses }, options, () => buildPage(page, join(root, output)));
  }
  await buildIfStale(DOCS, options, async () => {
    const { buildDocs } = await import('../../../docs/src/site.ts');
    const packages = new Set<string>();
    const output = join(root, DOCS.output);
    await buildDocs(root, output, {
      target: BUILD_TARGET,
      plugins: [collectPackages(packages)],
      postBanner: BANNER,
    });
    writeFileSync(join(output, NOTICES), thirdPartyNotices(packages));
  });
}

async function buildIfStale(
  { name, output, uses }: { name: string; output: string; uses: readonly string[] },
  { force = false, say = () => {} }: BuildOptions,
  build: () => Promise<void>,
): Promise<void> {
  const sources = hashOf(uses);
  const stamp = join(root, output, STAMP);
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  say(`Building the ${name} …`);
  await build();
  writeFileSync(stamp, sources);
}

async function buildPage(page: PageBuild, output: string): Promise<void> {
  // Loaded only for a build, because Vite loads slowly.
  const { build } = await import('vite');
  const packages = new Set<string>();
  await build({
    configFile: false,
    root: join(root, page.source),
    base: page.base,
    logLevel: 'warn',
    publicDir: join(root, page.source, 'public'),
    plugins: [drawMark, importPlainly, collectPackages(packages), ...(page.forPhones ? [inlineStyle] : [])],
    // The development runtime would write paths of this machine into the page.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir: output,
      emptyOutDir: true,
      target: BUILD_TARGET,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { postBanner: BANNER } },
    },
    worker: {
      format: 'es',
      plugins: () => [collectPackages(packages)],
      rolldownOptions: { output: { postBanner: BANNER } },
    },
  });
  writeFileSync(join(output, NOTICES), thirdPartyNotices(packages));
  if (page.forPhones) compress(output);
}

/** `<fingerprint-mark class="…">` in a page's HTML becomes the mark, so that it appears before any script runs. */
const drawMark: Plugin = {
  name: 'draw-mark',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replaceAll(/<fingerprint-mark class="([^"]*)"><\/fingerprint-mark>/g, (_tag, className: string) =>
        markHtml(className),
      ),
  },
};

/** Inline style saves a round trip. The page's policy names its hash. */
const inlineStyle: Plugin = {
  name: 'inline-style',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const page of Object.values(bundle)) {
      if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
      page.source = String(page.source).replaceAll(
        /<link rel="stylesheet"[^>]* href="[^"]*\/(assets\/[^"/]+\.css)">/g,
        (_tag, name: string) => {
          const style = bundle[name];
          if (style?.type !== 'asset') throw new Error(`there is no ${name}`);
          delete bundle[name];
          return `<style>${String(style.source).trim()}</style>`;
        },
      );
    }
  },
};

/** Removes Vite's preload code around dynamic imports: our pages have nothing to preload. */
const importPlainly: Plugin = {
  name: 'import-plainly',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined),
};

/** Writes a brotli file next to each file that gets smaller. The best level is too slow to run per request. */
function compress(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => /\.(?:html|js|json|svg)$/.test(each))) {
    const file = join(folder, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}

function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(import.meta.filename))
    .update(BUILD_TARGET.join());
  const patterns = sources.flatMap((source) => [source, `${source}/**`]);
  const exclude = ['**/node_modules', '**/dist'];
  for (const file of globSync(patterns, { cwd: root, exclude }).sort())
    if (statSync(join(root, file)).isFile()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RIDGES } from '@authly/ui/ridges.ts';
import { rolldown } from 'rolldown';
import { site } from './site.ts';

/** Builds the site into a folder: pages, search index, pictures, style and one script. `root` is the repository. */
export async function buildDocs(root: string, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  const files = site(root)
    .set('style.css', readFileSync(join(import.meta.dirname, 'style.css')))
    .set('icon.svg', ICON);
  for (const [name, content] of files) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), content);
  }
  await using bundle = await rolldown({ input: { docs: join(import.meta.dirname, 'browser', 'docs.ts') } });
  await bundle.write({ dir: to, minify: true });
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" fill="none" stroke="#3453d9" stroke-width="6" stroke-linecap="round">${RIDGES.map((ridge) => `<path d="${ridge}"/>`).join('')}</svg>`;

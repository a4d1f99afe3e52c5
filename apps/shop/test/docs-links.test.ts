import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DOCS_LINKS } from '../page/docs-links.ts';

const docs = join(import.meta.dirname, '../../../docs');

it.each(DOCS_LINKS.map(([, link]) => link))('the link of the side panel leads to a heading of the docs: %s', (link) => {
  const [page, anchor] = link.split('#');
  const text = readFileSync(join(docs, `${page}.md`), 'utf8');
  expect(text).toContain(anchor === undefined ? '# ' : `<a id="${anchor}"></a>`);
});

import type { Section, Table } from './section.ts';

/** The pages that people read, in the order in which they are likely to want them. */
const GUIDES: readonly (readonly [path: string, name: string])[] = [
  ['quick-start', 'Quick start'],
  ['guides/integrate-backend', 'Integrate your backend'],
  ['guides/implement-the-bio-api', 'Implement the Bio API'],
  ['reference/bio-api', 'Bio API reference'],
  ['guides/browser', 'The browser part'],
  ['guides/sandbox', 'The sandbox'],
  ['screens', 'Every screen'],
  ['guides/go-live', 'Go live'],
  ['guides/run-on-postgres', 'Run on Postgres'],
  ['guides/rotate-keys', 'Rotate keys'],
];

/** Sections as one page that needs no outside host and no script. */
export function htmlPage(title: string, intro: string, sections: readonly Section[]): string {
  const contents = sections
    .filter(({ level }) => level === 2)
    .map(({ id, title: name }) => `<li><a href="#${id}">${escape(name)}</a></li>`);
  return htmlShell(
    title,
    `<h1>${escape(title)}</h1><p>${inline(intro)}</p>\n${sections.map(section).join('\n')}`,
    `<ul>${contents.join('')}</ul>`,
  );
}

/** What every page of the docs shares. */
export function htmlShell(title: string, content: string, contents = ''): string {
  const guides = GUIDES.map(([path, name]) => `<li><a href="/docs/${path}">${escape(name)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)} · Authly</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/style.css"></head>
<body>
<nav aria-label="Documentation"><strong>Authly</strong><ul>${guides.join('')}</ul><p><a href="/docs">API reference</a></p>${contents}</nav>
<main>
${content}
</main>
</body>
</html>
`;
}

const section = ({ id, title, level, text = [], code, table, svg }: Section): string =>
  [
    `<h${level} id="${id}">${escape(title)}</h${level}>`,
    ...[text].flat().map((paragraph) => `<p>${inline(paragraph)}</p>`),
    svg && `<figure>${svg}</figure>`,
    table && htmlTable(table),
    code && `<pre tabindex="0"><code>${escape(code)}</code></pre>`,
  ]
    .filter((part) => part)
    .join('\n');

const htmlTable = ({ columns, rows }: Table): string =>
  `<div class="scroll" tabindex="0"><table><thead><tr>${columns.map((name) => `<th scope="col">${escape(name)}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const inline = (text: string): string => escape(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');

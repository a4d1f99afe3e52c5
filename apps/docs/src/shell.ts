import { markHtml } from '@authly/page-kit/ridges.ts';
import { addressOf, type Entry, type Group } from './contents.ts';
import { escapeHtml, plainText } from './html-text.ts';

/** What is at the same address for every page. */
export const STYLE_PATH = '/docs/style.css';
export const SCRIPT_PATH = '/docs/docs.mjs';
export const SEARCH_PATH = '/docs/search.json';

export interface Shell {
  readonly title: string;
  readonly content: string;
  /** Scripts besides the one of every page. */
  readonly scripts?: readonly string[];
}

/** Every page that people read: it needs no outside host, and no script to be read. */
const document = ({ title, content, scripts = [] }: Shell): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${STYLE_PATH}">${scripts.map((path) => `<script type="module" src="${path}"></script>`).join('')}</head>
<body>
${content}
</body>
</html>
`;

const brand = `<a class="brand" href="/docs">${markHtml('mark')}<span>Authly</span></a>`;

/** A page of the docs with what leads to the others. */
export function docsPage(entry: Entry, groups: readonly Group[], page: Shell): string {
  const all = groups.flatMap(({ entries }) => entries);
  const next = entry.isPartOf === undefined ? all[all.indexOf(entry) + 1] : undefined;
  const onward =
    next && `<p class="onward"><a href="${addressOf(next)}"><span>Next</span> ${escapeHtml(next.title)}</a></p>`;
  return document({
    title: entry.path === '' ? page.title : `${page.title} · Authly`,
    scripts: [SCRIPT_PATH, ...(page.scripts ?? [])],
    content: `<a class="skip" href="#content">Skip to the content</a>
<header class="top">${brand}<div id="search" role="search" data-index="${SEARCH_PATH}"></div><button class="menu" type="button" popovertarget="contents">Contents</button></header>
<div class="frame">
<nav id="contents" popover aria-label="Documentation">${groups.map((group) => groupHtml(group, entry, page.content)).join('')}</nav>
<main id="content" tabindex="-1">
${page.content}
${onward ?? ''}
</main>
</div>`,
  });
}

function groupHtml({ name, entries }: Group, current: Entry, content: string): string {
  const items = entries.map((entry) => {
    const isBehind = entry.path === current.isPartOf;
    const mark = entry === current ? ' aria-current="page"' : isBehind ? ' aria-current="true"' : '';
    const parts = entry === current || isBehind ? partsHtml(content) : '';
    return `<li><a href="${addressOf(entry)}"${mark}>${escapeHtml(entry.title)}</a>${parts}</li>`;
  });
  return `<p class="group">${escapeHtml(name)}</p><ul>${items.join('')}</ul>`;
}

/** The parts of the page that is being read. */
function partsHtml(content: string): string {
  const parts = [...content.matchAll(/<h2 id="([^"]+)">(.*?) <a class="anchor"/g)].map(
    // A long path may be broken where a part of it begins.
    ([, id, html = '']) => `<li><a href="#${id}">${escapeHtml(plainText(html)).replaceAll('/', '<wbr>/')}</a></li>`,
  );
  return parts.length > 1 ? `<ul class="parts">${parts.join('')}</ul>` : '';
}

/** A page that is nothing but a few words. */
export const smallPage = (title: string, content: string): string =>
  document({ title, content: `<main class="small">${markHtml('mark')}${content}</main>` });

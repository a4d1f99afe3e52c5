import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import { markHtml } from '@authly/ui/ridges.ts';
import { addressOf, type Entry, type Group } from './contents.ts';
import { escapeHtml, plainText } from './html.ts';

const path = (name: string): string => `${DOCS_PATHS.home}/${name}`;

export function docsPage(entry: Entry, groups: readonly Group[], content: string): string {
  const onTheWay = groups
    .flatMap(({ entries }) => entries)
    .filter(({ file, isPartOf }) => file !== undefined && (isPartOf === undefined || isPartOf === entry.isPartOf));
  const next = onTheWay.includes(entry) ? onTheWay[onTheWay.indexOf(entry) + 1] : undefined;
  const onward = next
    ? `<p class="onward"><a href="${addressOf(next)}"><span>Next</span> ${escapeHtml(next.title)}</a></p>`
    : '';
  const title = plainText(/<h1>(.*?)<\/h1>/.exec(content)?.[1] ?? entry.title);
  const summary = plainText(/<p>([^]*?)<\/p>/.exec(content)?.[1] ?? '');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Authly</title><meta name="description" content="${escapeHtml(summary)}"><link rel="icon" type="image/svg+xml" href="${DOCS_PATHS.icon}"><link rel="stylesheet" href="${DOCS_PATHS.style}"><script type="module" src="${path('docs.js')}"></script></head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="wordmark" href="${DOCS_PATHS.home}" aria-label="Authly">${markHtml('mark')}<span>Authly</span></a><div id="search" role="search" data-index="${path('search.json')}"></div><button class="menu" type="button" popovertarget="contents">Menu</button></header>
<div class="frame">
<nav id="contents" popover aria-label="Documentation">${groups.map((group) => groupHtml(group, entry, content)).join('')}</nav>
<main id="content" tabindex="-1"${entry.path === '' ? ' class="home"' : ''}>
${content}
${onward}
</main>
</div>
</body>
</html>
`;
}

const groupHtml = ({ name, entries }: Group, current: Entry, content: string): string =>
  `<p class="group">${escapeHtml(name)}</p>${listHtml(undefined, entries, current, content)}`;

/** The pages that one page lists, or those of the first level. */
function listHtml(of: Entry | undefined, entries: readonly Entry[], current: Entry, content: string): string {
  const items = entries.filter(({ isPartOf }) => isPartOf === of?.path);
  return items.length === 0
    ? ''
    : `<ul${of ? ' class="parts"' : ''}>${items.map((entry) => itemHtml(entry, entries, current, content)).join('')}</ul>`;
}

function itemHtml(entry: Entry, entries: readonly Entry[], current: Entry, content: string): string {
  const lists = entry.path === current.isPartOf;
  const mark = entry === current ? ' aria-current="page"' : lists ? ' aria-current="true"' : '';
  const parts = entry === current || (lists && !entries.includes(current)) ? partsHtml(content) : '';
  const pages = leadsTo(entry, current, entries) ? listHtml(entry, entries, current, content) : '';
  // The service removes this item where it offers no "Try it".
  const kind = entry.file === undefined ? ' class="sandbox-only"' : '';
  return `<li${kind}><a href="${addressOf(entry)}"${mark}>${escapeHtml(entry.title)}</a>${parts}${pages}</li>`;
}

const leadsTo = (entry: Entry, current: Entry, entries: readonly Entry[]): boolean =>
  entry === current ||
  entry.path === current.isPartOf ||
  entries.some((each) => each.isPartOf === entry.path && leadsTo(each, current, entries));

function partsHtml(content: string): string {
  const parts = [...content.matchAll(/<h2 id="([^"]+)">(.*?) <a class="anchor"/g)].map(
    // A long path may break before each of its segments.
    ([, id, html = '']) => `<li><a href="#${id}">${escapeHtml(plainText(html)).replaceAll('/', '<wbr>/')}</a></li>`,
  );
  return parts.length > 1 ? `<ul class="parts">${parts.join('')}</ul>` : '';
}

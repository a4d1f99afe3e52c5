import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Marked } from 'marked';
import { htmlShell } from './html.ts';

/** A file of the repo's docs folder as the service shows it. */
export interface GuideFile {
  /** Below /docs, without a slash at the beginning. */
  readonly path: string;
  readonly type: string;
  readonly body: string | Uint8Array;
}

const TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json; charset=utf-8',
};

/** The docs folder: its Markdown as pages, its pictures as they are. Empty where the folder was not shipped. */
export function guideFiles(folder: string): GuideFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
    .flatMap((name) => fileOf(folder, name));
}

function fileOf(folder: string, name: string): GuideFile[] {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  if (ending === 'md')
    return [
      {
        path: name.slice(0, -3),
        type: 'text/html; charset=utf-8',
        body: page(readFileSync(join(folder, name), 'utf8'), name),
      },
    ];
  const type = TYPES[ending];
  return type === undefined ? [] : [{ path: name, type, body: readFileSync(join(folder, name)) }];
}

function page(text: string, name: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  const marked = new Marked({
    gfm: true,
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image') token.href = target(token.href as string, name);
    },
  });
  // Raw HTML in our own pages is only figures, whose addresses are relative to the file.
  const html = marked
    .parse(text, { async: false })
    .replaceAll(/src="(?!\/|data:)([^"]+)"/g, (_, src: string) => `src="${target(src, name)}"`);
  return htmlShell(title, html);
}

/** A link between Markdown files becomes one between pages; one that leaves the docs folder points at the repository's file by name only. */
function target(href: string, name: string): string {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const resolved = join(dirname(name), path).replaceAll('\\', '/');
  if (resolved.startsWith('..')) return '/docs';
  return `/docs/${resolved.replace(/\.md$/, '')}${fragment === undefined ? '' : `#${fragment}`}`;
}

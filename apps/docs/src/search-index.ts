import { plainText } from './html-text.ts';

/** One part of a page: `[address, page, part, text]`. An array, because there are many. */
export type SearchEntry = readonly [address: string, page: string, part: string, text: string];

/** What a reader can search, without a server: every part of every page. Code is left out: it repeats what the text says. */
export const searchEntries = (address: string, title: string, content: string): SearchEntry[] =>
  content
    .replaceAll(/<pre[^]*?<\/pre>|<svg[^]*?<\/svg>|<fieldset[^]*?<\/fieldset>|<a class="anchor"[^]*?<\/a>/g, ' ')
    .split(/(?=<h[23] id=")/)
    .map((part) => {
      const [, id, html] = /^<h[23] id="([^"]+)">([^]*?)<\/h[23]>/.exec(part) ?? [];
      const text = plainText(part.replace(/^<h[1-3][^]*?<\/h[1-3]>/, ''));
      return [id === undefined ? address : `${address}#${id}`, title, plainText(html ?? ''), text] as const;
    });

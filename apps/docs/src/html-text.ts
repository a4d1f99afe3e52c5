export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text of a table or a paragraph: `code` in backticks, nothing else. */
export const inlineHtml = (text: string): string =>
  escapeHtml(text).replaceAll(
    /`([^`]*)`/g,
    (_, code: string) => `<code${code.length > LONG ? ' class="long"' : ''}>${code}</code>`,
  );

/** Longer code may be broken anywhere, so that it does not make a column of a table wide. */
const LONG = 36;

/** What a person reads of it. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

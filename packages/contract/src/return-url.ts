/** A full HTTPS URL. The URL parser alone is too kind: it takes `https:host`, trims blanks and turns backslashes round. */
export function isReturnUrl(text: string): boolean {
  return (
    /^https:\/\/[^/?#\\\s]/i.test(text) &&
    !/[\s\\\p{Cc}]/u.test(text) &&
    URL.canParse(text) &&
    new URL(text).protocol === 'https:'
  );
}

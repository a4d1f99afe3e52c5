/** A full HTTPS URL. The URL parser alone is too lenient: it accepts `https:host`, trims blanks and turns backslashes into slashes. */
export function isReturnUrl(text: string): boolean {
  return (
    /^https:\/\/[^/?#\\\s]/i.test(text) &&
    !/[\s\\\p{Cc}]/u.test(text) &&
    URL.canParse(text) &&
    new URL(text).protocol === 'https:'
  );
}

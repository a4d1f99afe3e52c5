import { LIMITS } from './limits.ts';
import { forbiddenMetadataKey } from './metadata-keys.ts';
import { countChars } from './wire-text.ts';

/** Rules that a schema cannot express. Each returns a sentence that names the field and never its value. */

const visibleAscii = (maxChars: number): RegExp => new RegExp(`^[\\x21-\\x7e]{1,${maxChars}}$`);
const IDEMPOTENCY_KEY = visibleAscii(LIMITS.idempotencyKeyChars);
const MERCHANT_ID = visibleAscii(LIMITS.merchantIdChars);

export const idempotencyKeyFault = (key: unknown): string | undefined =>
  typeof key === 'string' && IDEMPOTENCY_KEY.test(key)
    ? undefined
    : `Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyChars} visible ASCII characters.`;

/** For ids that an operator sets. An id in a request must equal the token's. */
export const merchantIdFault = (id: string): string | undefined =>
  MERCHANT_ID.test(id) ? undefined : `merchant_id must be 1 to ${LIMITS.merchantIdChars} visible ASCII characters.`;

export function merchantUserRefFault(ref: string): string | undefined {
  const personal = plainlyPersonal(ref);
  return personal === undefined ? undefined : `merchant_user_ref looks like ${personal}: send an opaque reference.`;
}

export const returnUrlFault = (url: string): string | undefined =>
  isReturnUrl(url) ? undefined : 'return_url must be a full HTTPS URL.';

/** Line feeds, joiners and variation selectors are allowed: scripts and emoji need them. */
const NOT_PLAIN =
  /(?![\n\u200C\u200D\p{Variation_Selector}])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;
/** A Hangul filler is a letter and the blank Braille pattern a symbol, but both are invisible. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Marks that are drawn above and below cover other lines. Joiners and spacing marks between them begin no new character. */
const MANY_MARKS = new RegExp(`(?:[\\p{Mn}\\p{Me}][\\p{Mc}\u200C\u200D]*){${LIMITS.marksPerChar + 1}}`, 'u');

/** The fault of a text that is shown to a person, without the field's name. */
export function shownTextFault(
  text: string,
  { maxChars, maxLines }: { maxChars: number; maxLines: number },
): string | undefined {
  const chars = countChars(text);
  if (chars < 1 || chars > maxChars) return `must have 1 to ${maxChars} characters`;
  if (text.split('\n').length > maxLines)
    return `must have at most ${maxLines === 1 ? 'one line' : `${maxLines} lines`}`;
  if (!VISIBLE.test(text)) return 'must have a visible character';
  if (MANY_MARKS.test(text)) return `must have at most ${LIMITS.marksPerChar} combining marks on a character`;
  return NOT_PLAIN.test(text)
    ? 'must be plain text, without control characters and without characters that are invisible or change the direction'
    : undefined;
}

export function displayTextFault(text: string): string | undefined {
  const fault = shownTextFault(text, { maxChars: LIMITS.displayTextChars, maxLines: LIMITS.displayTextLines });
  return fault && `display_text ${fault}.`;
}

export function metadataFault(metadata: object): string | undefined {
  let isExact = true;
  const json = JSON.stringify(metadata, (_key, value: unknown) => {
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) isExact = false;
    return value;
  });
  // A character takes at most two units, so a much longer text need not be counted.
  if (json.length > 2 * LIMITS.metadataChars || countChars(json) > LIMITS.metadataChars)
    return `metadata must not be longer than ${LIMITS.metadataChars} characters as JSON.`;
  if (!isExact) return 'metadata must not contain numbers beyond 2^53 - 1. Send them as text.';
  const forbidden = forbiddenMetadataKey(metadata);
  return forbidden && `metadata.${forbidden.key} is not allowed: it means ${forbidden.means}.`;
}

/** An opaque id of digits or hex must pass. Each pattern is anchored and unambiguous, so that no input makes it slow. */
const PLAINLY_PERSONAL: readonly { what: string; pattern: RegExp }[] = [
  { what: 'an e-mail address', pattern: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u },
  { what: 'a phone number', pattern: /^\+(?:[ .()-]*\d){7,15}[ .()-]*$/ },
  { what: 'a phone number', pattern: /^0\d{1,2}-\d{3,4}-\d{4}$/ },
  { what: 'a resident registration number', pattern: /^\d{6}-[0-9]\d{6}$/ },
];

export function plainlyPersonal(ref: string): string | undefined {
  const trimmed = ref.trim();
  return PLAINLY_PERSONAL.find(({ pattern }) => pattern.test(trimmed))?.what;
}

/** A full HTTPS URL. The URL parser is too lenient: it accepts `https:host`, trims blanks and turns backslashes into slashes. */
export function isReturnUrl(text: string): boolean {
  return (
    /^https:\/\/[^/?#\\\s]/i.test(text) &&
    !/[\s\\\p{Cc}]/u.test(text) &&
    URL.canParse(text) &&
    new URL(text).protocol === 'https:'
  );
}

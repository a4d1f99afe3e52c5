/**
 * Shapes of a merchant_user_ref that are plainly personal data. Nothing cleverer: an opaque id of digits or hex must pass.
 * Each pattern is anchored, and what repeats inside a repetition cannot also be read as what separates it: no input makes it slow.
 */
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

import type { Instant } from './session.ts';

// Crockford's alphabet is ascending in ASCII, so that ids sort by time.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const PREFIX = 'ses_';
const TIME_BYTES = 6;
const TIME_LETTERS = Math.ceil((TIME_BYTES * 8) / 5);
/** 128 random bits: unguessable and unique. */
export const SESSION_ID_RANDOM_BYTES = 16;
const PATTERN = /^ses_[0-9a-hjkmnp-tv-z]{36}$/;

/** The first 48 bits are the time, the rest is random. */
export function sessionId(now: Instant, random: Uint8Array): string {
  if (random.length < SESSION_ID_RANDOM_BYTES)
    throw new RangeError(`a session id takes ${SESSION_ID_RANDOM_BYTES} random bytes, not ${random.length}`);
  const bytes = new Uint8Array(TIME_BYTES + SESSION_ID_RANDOM_BYTES);
  for (let i = 0, rest = now; i < TIME_BYTES; i++, rest = Math.floor(rest / 256))
    bytes[TIME_BYTES - 1 - i] = rest % 256;
  bytes.set(random.subarray(0, SESSION_ID_RANDOM_BYTES), TIME_BYTES);
  return `${PREFIX}${base32(bytes)}`;
}

export const firstSessionIdAt = (time: Instant): string => sessionId(time, new Uint8Array(SESSION_ID_RANDOM_BYTES));

/** The keys of a session's tokens depend on this time, so a forged token costs no database read. */
export function sessionIdTime(id: string): Instant {
  let bits = 0;
  for (const letter of id.slice(PREFIX.length, PREFIX.length + TIME_LETTERS))
    bits = bits * 32 + ALPHABET.indexOf(letter);
  return Math.floor(bits / 2 ** (TIME_LETTERS * 5 - TIME_BYTES * 8));
}

export const isSessionId = (text: string): boolean => PATTERN.test(text);

function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text;
}

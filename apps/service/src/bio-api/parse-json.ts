/** The tables need two levels. A megabyte of brackets would hold up everybody's calls while it is parsed. */
const MAX_DEPTH = 64;
/** What is smaller is parsed sooner than it is looked through. */
const SMALL_BYTES = 16_384;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A merchant's answer, or undefined if it is not JSON in UTF-8, or large and nested beyond all need. */
export function parseJson(body: Uint8Array): unknown {
  if (body.length > SMALL_BYTES && isTooDeep(body)) return undefined;
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

/** In UTF-8 these bytes are never a part of another character. */
function isTooDeep(body: Uint8Array): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) inText = !inText;
    else if (inText) i += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) depth++;
    else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

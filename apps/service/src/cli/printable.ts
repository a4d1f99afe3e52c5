/**
 * Control characters, which a terminal obeys, and marks that turn the direction of text. What merchants named and what
 * strangers answered must not move the cursor, colour or forge what somebody reads there.
 */
// oxlint-disable-next-line no-control-regex -- what this is about
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** As in JSON, so that it stays readable in both; lines stay lines. */
export const printable = (text: string): string => text.replaceAll(OBEYED, escaped);

/** The same for one cell of a table or one field: it may not begin a line of its own either. */
export const printableInLine = (text: string): string => printable(text).replaceAll('\n', '\\n');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

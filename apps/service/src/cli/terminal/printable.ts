/** Control characters and direction marks. Names and responses of others must not move the cursor or forge output. */
// oxlint-disable-next-line no-control-regex -- these are the characters to escape
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escaped as in JSON. Line breaks stay. */
export const printable = (text: string): string => text.replaceAll(CONTROL, escaped);

/** The same for a table cell or a field, which must not start a new line. */
export const printableInLine = (text: string): string => printable(text).replaceAll('\n', '\\n');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

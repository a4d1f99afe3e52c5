const WORD_JOINER = '\u2060';

/** Korean writes particles right after the name that they belong to: no line may break in between. */
export const joinParticle = (afterName: string): string =>
  /^\p{Script=Hangul}/u.test(afterName) ? WORD_JOINER + afterName : afterName;

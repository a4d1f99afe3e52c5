import { de } from './de.ts';
import { en, type WordKey, type Words } from './en.ts';
import { es } from './es.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';

export const WORDS = { en, ko, ja, es, de } as const satisfies Record<string, Words>;
export type Language = keyof typeof WORDS;

const isSpoken = (language: string): language is Language => Object.hasOwn(WORDS, language);

/** The first of the browser's languages that the shop speaks, else English. */
export const language: Language =
  navigator.languages.map((locale) => locale.toLowerCase().split(/[-_]/, 1)[0]!).find(isSpoken) ?? 'en';

/** The sentence in the visitor's language, with what stands for its `{…}`. */
export const word = (key: WordKey, filled: Readonly<Record<string, string>> = {}): string =>
  WORDS[language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '');

/** Hours, minutes and seconds of a moment, as the visitor's language writes them. */
export const clockTime = (iso: string): string => new Date(iso).toLocaleTimeString(language);

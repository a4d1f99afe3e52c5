import { de } from './de.ts';
import { en, type WordKey, type Words } from './en.ts';
import { es } from './es.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';

export const WORDS = { en, ko, ja, es, de } as const satisfies Record<string, Words>;
export type Language = keyof typeof WORDS;

const isSpoken = (language: string): language is Language => Object.hasOwn(WORDS, language);

/** The first of these locales whose language the shop speaks, whatever its region; else English. */
function spokenOf(locales: readonly string[]): Language {
  return locales.map((locale) => /^[a-z]+/i.exec(locale)?.[0].toLowerCase() ?? '').find(isSpoken) ?? 'en';
}

export const language = spokenOf(navigator.languages);

/** The sentence in the visitor's language, with what stands for its `{…}`. */
export const word = (key: WordKey, filled: Readonly<Record<string, string>> = {}): string =>
  WORDS[language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '');

/** Hours, minutes and seconds of a moment, as the visitor's language writes them. */
export const clockTime = (iso: string): string => new Date(iso).toLocaleTimeString(language);

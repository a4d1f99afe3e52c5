import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';

export const LANGUAGES = { en, ko, ja, es, de } as const satisfies Record<string, Words>;
export type Language = keyof typeof LANGUAGES;

/** The first wanted locale whose language the app speaks, whatever its region or script (`ko-KR`, `es_419`, `DE`); else English. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const locale of wanted) {
    const language = /^[a-z]+/.exec(locale.trim().toLowerCase())?.[0] ?? '';
    if (Object.hasOwn(LANGUAGES, language)) return language as Language;
  }
  return 'en';
}

import { LANGUAGES, type Language } from '@authly/contract/wire/languages';
import type * as en from './en.ts';

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(['ar']);
export const directionOf = (language: Language): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr');

export type Words<Section extends keyof typeof en> = Readonly<
  Record<{ [Each in Section]: keyof (typeof en)[Each] }[Section], string>
>;

/** The first wanted locale whose language the pages have, in any region or script (`ko-KR`, `es_419`, `DE`); else English. */
export function pickLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const locale of wanted) {
    const wantedLanguage = /^[a-z]+/.exec((locale ?? '').trim().toLowerCase())?.[0];
    const language = LANGUAGES.find((each) => each === wantedLanguage);
    if (language !== undefined) return language;
  }
  return 'en';
}

import type * as en from './en.ts';

/** The languages of every page, each by its own name. A new one is a line here and its file in `translations`. */
export const LANGUAGE_NAMES = {
  en: 'English',
  ko: '한국어',
  ja: '日本語',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  pt: 'Português (Brasil)',
  zh: '简体中文',
  ar: 'العربية',
} as const;
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(['ar']);
export const directionOf = (language: Language): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr');

/** The words of these sections, as `en.ts` defines them. */
export type Words<Section extends keyof typeof en> = Readonly<
  Record<{ [Each in Section]: keyof (typeof en)[Each] }[Section], string>
>;

/** The first wanted locale whose language the pages have, whatever its region or script (`ko-KR`, `es_419`, `DE`); else English. */
export function pickLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const locale of wanted) {
    const wantedLanguage = /^[a-z]+/.exec((locale ?? '').trim().toLowerCase())?.[0];
    const language = LANGUAGES.find((each) => each === wantedLanguage);
    if (language !== undefined) return language;
  }
  return 'en';
}

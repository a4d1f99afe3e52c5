/** The languages that every page speaks. */
export const LANGUAGES = ['en', 'ko', 'ja', 'es', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first wanted locale whose language is spoken, whatever its region or script (`ko-KR`, `es_419`, `DE`); else English. */
export function pickLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const locale of wanted) {
    const wantedLanguage = /^[a-z]+/.exec((locale ?? '').trim().toLowerCase())?.[0];
    const language = LANGUAGES.find((spoken) => spoken === wantedLanguage);
    if (language !== undefined) return language;
  }
  return 'en';
}

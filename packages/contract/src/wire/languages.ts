/** The languages of the hosted page and the app. A new one is a line here and a file in `packages/ui/src/words/translations`. */
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
export const LANGUAGES = /* @__PURE__ */ Object.keys(LANGUAGE_NAMES) as readonly Language[];

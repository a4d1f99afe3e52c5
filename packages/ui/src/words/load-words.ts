// Written by `npm run generate` from languages.ts: the words of a page, in the language that it speaks.
import * as en from './en.ts';
import type { Language, Words } from './languages.ts';

type Loaders<Section extends keyof typeof en> = Readonly<Record<Language, () => Promise<Words<Section>>>>;

export const hostedWords: Loaders<'shared' | 'hosted'> = {
  ar: () => import('./ar.ts').then(({ shared, hosted }) => ({ ...shared, ...hosted })),
  de: () => import('./de.ts').then(({ shared, hosted }) => ({ ...shared, ...hosted })),
  en: async () => ({ ...en.shared, ...en.hosted }),
  es: () => import('./es.ts').then(({ shared, hosted }) => ({ ...shared, ...hosted })),
  fr: () => import('./fr.ts').then(({ shared, hosted }) => ({ ...shared, ...hosted })),
  ja: () => import('./ja.ts').then(({ shared, hosted }) => ({ ...shared, ...hosted })),
  ko: () => import('./ko.ts').then(({ shared, hosted }) => ({ ...shared, ...hosted })),
  pt: () => import('./pt.ts').then(({ shared, hosted }) => ({ ...shared, ...hosted })),
  zh: () => import('./zh.ts').then(({ shared, hosted }) => ({ ...shared, ...hosted })),
};

export const appWords: Loaders<'shared' | 'app'> = {
  ar: () => import('./ar.ts').then(({ shared, app }) => ({ ...shared, ...app })),
  de: () => import('./de.ts').then(({ shared, app }) => ({ ...shared, ...app })),
  en: async () => ({ ...en.shared, ...en.app }),
  es: () => import('./es.ts').then(({ shared, app }) => ({ ...shared, ...app })),
  fr: () => import('./fr.ts').then(({ shared, app }) => ({ ...shared, ...app })),
  ja: () => import('./ja.ts').then(({ shared, app }) => ({ ...shared, ...app })),
  ko: () => import('./ko.ts').then(({ shared, app }) => ({ ...shared, ...app })),
  pt: () => import('./pt.ts').then(({ shared, app }) => ({ ...shared, ...app })),
  zh: () => import('./zh.ts').then(({ shared, app }) => ({ ...shared, ...app })),
};

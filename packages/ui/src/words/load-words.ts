// Written by `npm run generate` from languages.ts: the words of a page, in the language that it speaks.
import * as en from './en.ts';
import type { Language } from '@authly/contract/languages';
import type { Words } from './languages.ts';

type Loaders<Section extends keyof typeof en> = Readonly<Record<Language, () => Promise<Words<Section>>>>;

export const hostedWords: Loaders<'shared' | 'hosted'> = {
  ar: async () => {
    const { shared, hosted } = await import('./ar.ts');
    return { ...shared, ...hosted };
  },
  de: async () => {
    const { shared, hosted } = await import('./de.ts');
    return { ...shared, ...hosted };
  },
  en: async () => ({ ...en.shared, ...en.hosted }),
  es: async () => {
    const { shared, hosted } = await import('./es.ts');
    return { ...shared, ...hosted };
  },
  fr: async () => {
    const { shared, hosted } = await import('./fr.ts');
    return { ...shared, ...hosted };
  },
  ja: async () => {
    const { shared, hosted } = await import('./ja.ts');
    return { ...shared, ...hosted };
  },
  ko: async () => {
    const { shared, hosted } = await import('./ko.ts');
    return { ...shared, ...hosted };
  },
  pt: async () => {
    const { shared, hosted } = await import('./pt.ts');
    return { ...shared, ...hosted };
  },
  zh: async () => {
    const { shared, hosted } = await import('./zh.ts');
    return { ...shared, ...hosted };
  },
};

export const appWords: Loaders<'shared' | 'fingers' | 'app'> = {
  ar: async () => {
    const { shared, fingers, app } = await import('./ar.ts');
    return { ...shared, ...fingers, ...app };
  },
  de: async () => {
    const { shared, fingers, app } = await import('./de.ts');
    return { ...shared, ...fingers, ...app };
  },
  en: async () => ({ ...en.shared, ...en.fingers, ...en.app }),
  es: async () => {
    const { shared, fingers, app } = await import('./es.ts');
    return { ...shared, ...fingers, ...app };
  },
  fr: async () => {
    const { shared, fingers, app } = await import('./fr.ts');
    return { ...shared, ...fingers, ...app };
  },
  ja: async () => {
    const { shared, fingers, app } = await import('./ja.ts');
    return { ...shared, ...fingers, ...app };
  },
  ko: async () => {
    const { shared, fingers, app } = await import('./ko.ts');
    return { ...shared, ...fingers, ...app };
  },
  pt: async () => {
    const { shared, fingers, app } = await import('./pt.ts');
    return { ...shared, ...fingers, ...app };
  },
  zh: async () => {
    const { shared, fingers, app } = await import('./zh.ts');
    return { ...shared, ...fingers, ...app };
  },
};

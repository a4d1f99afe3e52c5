import * as en from './en.ts';
import type { Language } from '@authly/contract/wire/languages';
import type { Words } from './languages.ts';

type Translation = { readonly [Section in keyof typeof en]: Words<Section> };

/** A page has the English words in itself, and loads a translation when it speaks another language. */
const load = (language: Language): Promise<Translation> =>
  import(`./translations/${language}.ts`) as Promise<Translation>;

export async function hostedWords(language: Language): Promise<Words<'shared' | 'hosted'>> {
  if (language === 'en') return { ...en.shared, ...en.hosted };
  const { shared, hosted } = await load(language);
  return { ...shared, ...hosted };
}

export async function appWords(language: Language): Promise<Words<'shared' | 'app'>> {
  if (language === 'en') return { ...en.shared, ...en.app };
  const { shared, app } = await load(language);
  return { ...shared, ...app };
}

import * as en from '../src/words/en.ts';
import { LANGUAGES, type Language } from '@authly/contract/wire/languages';
import type { Words } from '../src/words/languages.ts';

type Section = keyof typeof en;
type Sections = { readonly [Name in Section]: Words<Name> };

const FILES = new Map<Language, Sections>([['en', en]]);
for (const language of LANGUAGES.filter((each) => each !== 'en'))
  FILES.set(language, (await import(`../src/words/translations/${language}.ts`)) as Sections);

function inEveryLanguage<Name extends Section>(name: Name): Readonly<Record<Language, Words<Name>>> {
  const words: [Language, Words<Name>][] = [...FILES].map(([language, file]) => [language, file[name]]);
  return Object.fromEntries(words) as Record<Language, Words<Name>>;
}

export const shared = inEveryLanguage('shared');
export const hosted = inEveryLanguage('hosted');
export const app = inEveryLanguage('app');

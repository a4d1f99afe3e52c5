import type { Language } from '@authly/page-kit/languages.ts';
import { de } from './de.ts';
import { en, type FirstWords } from './en.ts';
import { es } from './es.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';

export const FIRST_WORDS: Readonly<Record<Language, FirstWords>> = { en, ko, ja, es, de };

import type { Language } from '../../../../packages/ui/src/languages.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';

export const WORDS: Readonly<Record<Language, Words>> = { en, ko, ja, es, de };

import { LANGUAGES } from '@authly/contract/wire/languages';
import type { ApiCall } from '../call.ts';

/** Callers choose names, and the header contains them. */
const PLAIN_NAME = /^[\w.[\]-]{1,64}$/;
const MOST = 8;

/** Reports, in the test environment, fields that the service ignores, such as misspelled ones. */
export function noteUnknown(
  { warnings }: ApiCall,
  what: 'field' | 'query parameter',
  given: unknown,
  known: readonly string[],
  within = '',
): void {
  if (warnings === undefined || typeof given !== 'object' || given === null || Array.isArray(given)) return;
  for (const name of Object.keys(given)) {
    if (known.includes(name) || warnings.size >= MOST) continue;
    warnings.add(`unknown ${what} ${PLAIN_NAME.test(name) ? within + name : '(its name is no plain text)'}`);
  }
}

/** Pages use the nearest known language, else English. */
export function noteLocale({ warnings }: ApiCall, locale: string | undefined): void {
  if (warnings === undefined || locale === undefined) return;
  const language = /^[a-z]+/.exec(locale.trim().toLowerCase())?.[0];
  if (!LANGUAGES.some((each) => each === language))
    warnings.add(`unknown locale, pages are shown in English (known: ${LANGUAGES.join(', ')})`);
}

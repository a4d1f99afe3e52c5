import { directionOf, pickLanguage, type Words } from '@authly/ui/words/languages.ts';
import { fingers, shop } from '@authly/ui/words/words.ts';

export type WordKey = keyof Words<'fingers' | 'shop'>;

export const language = pickLanguage(navigator.languages);
const words = { ...fingers[language], ...shop[language] };

/** The words in the visitor's language, with their `{…}` filled in. */
export const word = (key: WordKey, values: Readonly<Record<string, string>> = {}): string =>
  words[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Hours, minutes and seconds of a moment, as the visitor's language writes them. */
export const clockTime = (iso: string): string => new Date(iso).toLocaleTimeString(language);

/** Fills in the words that index.html names: as text, as a picture's description, as the label of a group. */
export function fillIn(): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  document.title = word('title');
  for (const it of document.querySelectorAll<HTMLElement>('[data-word], [data-word-alt], [data-word-label]')) {
    const { word: text, wordAlt: alt, wordLabel: label } = it.dataset as Record<string, WordKey | undefined>;
    if (text !== undefined) it.textContent = word(text);
    if (alt !== undefined) it.setAttribute('alt', word(alt));
    if (label !== undefined) it.setAttribute('label', word(label));
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-user]'))
    button.textContent = word('user', { name: button.dataset['user']! });
  find('#pay').textContent = word('pay', { price: word('price') });
  find('#enroll').textContent = word('enroll');
}

export function find<Kind extends HTMLElement = HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (found === null) throw new Error(`no ${selector} on the page`);
  return found;
}

/** An element with its attributes and children. Text stays text: nothing is parsed as HTML. */
export function element(name: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

import { find } from './dom.ts';
import type { WordKey } from './words/en.ts';
import { language, word } from './words/languages.ts';

/** Puts the visitor's language where the page names a word: as text, as a picture's description, as the label of a group. */
export function fillIn(): void {
  document.documentElement.lang = language;
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

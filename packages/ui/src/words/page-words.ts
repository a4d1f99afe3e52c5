import { tabStorage } from '../storage.ts';
import type { Language } from '@authly/contract/languages';
import { directionOf, pickLanguage } from './languages.ts';

const STORAGE_KEY = 'authly.language';

/** The language that the user chose in this tab. */
export function chosenLanguage(): Language | undefined {
  const chosen = tabStorage.get(STORAGE_KEY);
  return chosen === undefined ? undefined : pickLanguage([chosen]);
}

export const chooseLanguage = (language: string): void => tabStorage.set(STORAGE_KEY, pickLanguage([language]));

/** The words of a page. They are loaded in one language at a time. */
export class PageWords<Words> {
  readonly #load: (language: Language) => Promise<Words>;
  readonly #onSpeak: () => void;
  #wanted: Language | undefined;
  #spoken: { readonly language: Language; readonly words: Words } | undefined;

  constructor(load: (language: Language) => Promise<Words>, onSpeak: () => void) {
    this.#load = load;
    this.#onSpeak = onSpeak;
  }

  /** Undefined until the first words have loaded. */
  get spoken(): { readonly language: Language; readonly words: Words } | undefined {
    return this.#spoken;
  }

  /** Changes the language once its words are here. Where they do not load, the page goes on as before, at first in English. */
  async speak(language: Language): Promise<void> {
    if (language === this.#wanted) return;
    this.#wanted = language;
    const words = await this.#load(language).catch(() => undefined);
    if (language !== this.#wanted) return;
    if (words === undefined) return this.#spoken ? undefined : this.speak('en');
    this.#spoken = { language, words };
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    this.#onSpeak();
  }
}

import { tabStorage } from '../storage.ts';
import type { Language } from '@authly/contract/wire/languages';
import { directionOf, pickLanguage } from './languages.ts';

const STORAGE_KEY = 'authly.language';

export function chosenLanguage(): Language | undefined {
  const chosen = tabStorage.get(STORAGE_KEY);
  return chosen === undefined ? undefined : pickLanguage([chosen]);
}

export const chooseLanguage = (language: string): void => tabStorage.set(STORAGE_KEY, pickLanguage([language]));

/** Loads the words of one language at a time. */
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

  /** If the words do not load, the page and its menu keep their language, at first English. The next call loads them again. */
  async speak(language: Language): Promise<void> {
    if (language === this.#wanted) return;
    this.#wanted = language;
    const words = await this.#load(language).catch(() => undefined);
    if (language !== this.#wanted) return;
    if (words === undefined) {
      this.#wanted = this.#spoken?.language;
      return this.#spoken ? this.#onSpeak() : this.speak('en');
    }
    this.#spoken = { language, words };
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    this.#onSpeak();
  }
}

import type { VNode } from 'preact';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@authly/contract/wire/languages';
import { chooseLanguage } from './words/page-words.ts';

interface LanguageMenuProps {
  readonly language: Language;
  readonly label: string;
  readonly onChoose: (language: Language) => void;
}

/** Each language by its own name, for a user who cannot read the page. */
export const LanguageMenu = ({ language, label, onChoose }: LanguageMenuProps): VNode => (
  <label class="language">
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3.5 9.5h17M3.5 14.5h17M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18" />
    </svg>
    <span class="unseen">{label}</span>
    <select
      value={language}
      onChange={({ currentTarget }) => {
        chooseLanguage(currentTarget.value);
        onChoose(currentTarget.value as Language);
      }}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each}>
          {LANGUAGE_NAMES[each]}
        </option>
      ))}
    </select>
  </label>
);

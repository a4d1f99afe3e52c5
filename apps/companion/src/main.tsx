import { render } from 'preact';
import { CompanionApp } from './companion-app.tsx';
import { takeLink } from './visit/link.ts';
import { LANGUAGES, pickLanguage } from './words/pick-language.ts';

const link = takeLink(window);
const language = pickLanguage(navigator.languages);
document.documentElement.lang = language;

const page = document.getElementById('page')!;
page.replaceChildren();
render(<CompanionApp link={link} words={LANGUAGES[language]} />, page);

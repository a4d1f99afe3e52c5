import { LINK_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { takeToken } from '@authly/page-kit/address-token.ts';
import { pickLanguage } from '@authly/page-kit/languages.ts';
import { render } from 'preact';
import { CompanionApp } from './companion-app.tsx';
import { WORDS } from './words/languages.ts';

const link = takeToken(LINK_TOKEN_FRAGMENT, window);
const language = pickLanguage(navigator.languages);
document.documentElement.lang = language;

const page = document.getElementById('page')!;
page.replaceChildren();
render(<CompanionApp link={link} words={WORDS[language]} />, page);

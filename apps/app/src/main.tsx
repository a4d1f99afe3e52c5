import { LINK_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { takeToken } from '@authly/ui/address-token.ts';
import { pickLanguage } from '@authly/ui/languages.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { WORDS } from './words/languages.ts';

const link = takeToken(LINK_TOKEN_FRAGMENT, window);
const language = pickLanguage(navigator.languages);
document.documentElement.lang = language;

const page = document.getElementById('page')!;
page.replaceChildren();
render(<App link={link} words={WORDS[language]} />, page);

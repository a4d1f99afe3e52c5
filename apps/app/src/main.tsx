import { LINK_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { takeToken } from '@authly/ui/address-token.ts';
import { pickLanguage } from '@authly/ui/words/languages.ts';
import { app, fingers, shared } from '@authly/ui/words/words.ts';
import { render } from 'preact';
import { App } from './app.tsx';

const link = takeToken(LINK_TOKEN_FRAGMENT, window);
const language = pickLanguage(navigator.languages);
document.documentElement.lang = language;

const page = document.getElementById('page')!;
page.replaceChildren();
render(<App link={link} words={{ ...shared[language], ...fingers[language], ...app[language] }} />, page);

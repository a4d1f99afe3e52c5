import { takeToken } from '@authly/page-kit/address-token.ts';
import { render } from 'preact';
import { LOGIN_FRAGMENT } from '../../acts/login-fragment.ts';
import { Console } from './console.tsx';

const link = takeToken(LOGIN_FRAGMENT, window);
const page = document.getElementById('page')!;
page.replaceChildren();
render(<Console link={link} />, page);

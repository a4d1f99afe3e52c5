import { takeToken } from '@authly/page-kit/address-token.ts';
import { render } from 'preact';
import { LOGIN_FRAGMENT } from '../../acts/login-fragment.ts';
import { REFUSED_FRAGMENT } from '../wire.ts';
import { Console } from './console.tsx';

const link = takeToken(LOGIN_FRAGMENT, window);
const refusal = takeToken(REFUSED_FRAGMENT, window);
const page = document.getElementById('page')!;
page.replaceChildren();
render(<Console link={link} refusal={refusal} />, page);

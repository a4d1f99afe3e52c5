import { takeToken } from '@authly/ui/address-token.ts';
import { render } from 'preact';
import { LOGIN_FRAGMENT } from '@authly/service/actions/views.ts';
import { REFUSED_FRAGMENT } from '@authly/service/console/wire.ts';
import { Console } from './console.tsx';

const link = takeToken(LOGIN_FRAGMENT, window);
const refusal = takeToken(REFUSED_FRAGMENT, window);
const page = document.getElementById('page')!;
page.replaceChildren();
render(<Console link={link} refusal={refusal} />, page);

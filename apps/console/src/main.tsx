import { takeToken, tokenInFragment } from '@authly/ui/address-token.ts';
import { render } from 'preact';
import { LOGIN_FRAGMENT } from '@authly/service/operator/wire/login-fragment.ts';
import { REFUSED_FRAGMENT } from '@authly/service/operator/wire/wire.ts';
import { Console } from './console.tsx';

// A sign-in link in this tab changes only the fragment, which does not reload the page.
addEventListener('hashchange', (event) => {
  if (tokenInFragment(LOGIN_FRAGMENT, location.hash) === undefined) return;
  event.stopImmediatePropagation();
  location.reload();
});

const link = takeToken(LOGIN_FRAGMENT, window);
const refusal = takeToken(REFUSED_FRAGMENT, window);
const page = document.getElementById('page')!;
page.replaceChildren();
render(<Console link={link} refusal={refusal} />, page);

import { expect, it } from 'vitest';
import { ownLinkFragment } from './own-link.ts';

it('follows only a code of this page, and uses only its token and language', () => {
  const here = { origin: 'https://authly.test', pathname: '/app/' };
  const taken = [
    'https://authly.test/app/#link=abc.def',
    'https://authly.test/app?x=1#link=abc&lang=ar&more=1',
    'https://authly.test/app/',
    'https://authly.test/hosted/#link=abc',
    'http://authly.test/app/#link=abc',
    'https://authly.test:8443/app/#link=abc',
    'https://authly.test@evil.test/app/#link=abc',
    'javascript:alert(1)#link=abc',
    'a poem',
  ].map((text) => ownLinkFragment(text, here));
  expect(taken).toEqual(['link=abc.def', 'link=abc&lang=ar', ...Array<undefined>(7).fill(undefined)]);
});

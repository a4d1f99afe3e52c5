import { expect, it } from 'vitest';
import { namesThisMachine } from './only-here.ts';

it('a code names this machine by localhost and its addresses, and by nothing that only looks like them', () => {
  const named = [
    'https://localhost:8443/app/#link=x',
    'https://shop.localhost/app/',
    'https://127.0.0.2:8443/app/',
    'https://[::1]:8443/app/',
    'https://192.168.1.20:8443/app/',
    'https://localhost.example/app/',
    'https://127.0.0.1.example/app/',
    'authly-app://open#link=x',
    'not an address',
  ].map(namesThisMachine);
  expect(named).toEqual([true, true, true, true, false, false, false, false, false]);
});

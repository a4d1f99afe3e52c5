import type { Environment } from '../environment.ts';
import { OPENAPI_PATH } from './addresses.ts';
import { smallPage } from './shell.ts';

const WHAT = 'Fingerprint enrollment and verification for merchants. Enrollment data lives with the merchant alone.';

/** What somebody sees who opens the service's address in a browser. */
export const landingPage = (environment: Environment): string =>
  smallPage(
    'Authly',
    `<h1>Authly</h1><p>${WHAT}</p><p class="environment">Environment <strong>${environment}</strong></p><p class="actions"><a class="action" href="/docs">Read the docs</a><a href="/docs/reference/api">API reference</a><a href="${OPENAPI_PATH}">OpenAPI</a></p>`,
  );

/** For people; programs are answered in JSON. It repeats nothing of the address. */
export const notFoundPage = (): string =>
  smallPage(
    'Nothing here · Authly',
    '<h1>There is nothing here</h1><p>The address may have been typed wrongly, or the page has moved. If you came from your shop, go back there and begin again: each link works for one session.</p><p class="actions"><a class="action" href="/docs">Read the docs</a><a href="/">Start page</a></p>',
  );

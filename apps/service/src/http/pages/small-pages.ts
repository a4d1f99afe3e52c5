import { DOCS_PATHS } from '@authly/contract/page-addresses';
import { markHtml } from '@authly/ui/ridges.ts';
import type { Environment } from '../../config/environment.ts';

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${DOCS_PATHS.style}"></head>
<body><main class="small">${markHtml('mark')}${content}</main></body>
</html>
`;

/** The service's address, opened in a browser. */
export const landingPage = (environment: Environment): string =>
  page(
    'Authly',
    `<h1>Authly</h1><p>Fingerprint enrollment and verification for merchants. Merchants store all enrollment data; Authly stores none.</p><p class="environment">Environment <strong>${environment}</strong></p><p class="actions"><a class="action" href="${DOCS_PATHS.home}">Read the docs</a><a href="${DOCS_PATHS.home}/reference/api">API reference</a><a href="${DOCS_PATHS.openApi}">OpenAPI</a></p>`,
  );

/** For people; programs get JSON. It repeats nothing of the address. */
export const notFoundPage = (): string =>
  page(
    'Page not found · Authly',
    `<h1>Page not found</h1><p>The address may be wrong, or the page may have moved. If you came from a shop, go back there and start again: each link works for one session only.</p><p class="actions"><a class="action" href="${DOCS_PATHS.home}">Read the docs</a><a href="/">Start page</a></p>`,
  );

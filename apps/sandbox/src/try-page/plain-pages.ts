import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlainPages } from '../../../service/src/http/redirect-server.ts';
import { markHtml } from '../../../../packages/ui/src/ridges.ts';

export const TRY_PATH = '/try';
const STYLE_PATH = '/try.css';
const CA_PATH = '/ca.pem';

/** `digest`: SHA-256 of the certificate, as phones show it. */
type TryPageOptions = Readonly<Record<'shopUrl' | 'digest', string>>;

interface Phone {
  readonly name: string;
  readonly userAgent: RegExp;
  readonly warning: string;
  readonly download: string;
  readonly steps: readonly string[];
}

const PHONES: readonly Phone[] = [
  {
    name: 'iPhone, iPad',
    userAgent: /iPhone|iPad|iPod/,
    warning: '“Show Details”, then “visit this website”.',
    download: '',
    steps: [
      'Download it here in Safari and tap “Allow”.',
      'In Settings, tap “Profile Downloaded”, then “Install”.',
      'In Settings, General, About, Certificate Trust Settings, turn on “Authly sandbox CA”.',
    ],
  },
  {
    name: 'Android',
    userAgent: /Android/,
    warning: '“Advanced”, then “Proceed to …”.',
    // Android recognizes a certificate by its file extension, an iPhone by its content type.
    download: ' download="authly-sandbox-ca.crt"',
    steps: [
      'Download it here.',
      'In Settings, search for “CA certificate” and tap “Install anyway”.',
      'Choose the file “authly-sandbox-ca.crt”.',
    ],
  },
];

/** The page has no script, and no part of the request. Other devices see the steps of both phones. */
export function tryPage({ shopUrl, digest }: TryPageOptions, userAgent: string): string {
  const phone = PHONES.find((each) => each.userAgent.test(userAgent));
  const warned = phone === undefined ? PHONES : [phone];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Try it with this phone · Authly</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<div id="page"><div class="sheet">
<header><p class="wordmark">${markHtml('mark')}Authly</p></header>
<main>
<h1>Try it with this phone</h1>
<p class="lead">Pay with your finger in a demo shop. Everything runs on the computer whose code you scanned.</p>
<a class="main" href="${shopUrl}">Open the shop</a>
<section class="warning" aria-labelledby="warning">
<h2 id="warning">Your browser will show a warning</h2>
<p>It doesn’t know the sandbox’s certificate. That’s expected: continue past the warning.</p>
${warned.map(({ name, warning }) => `<p>${name}: ${warning}</p>`).join('\n')}
</section>
<details>
<summary>To avoid the warning, trust the certificate</summary>
<div class="inside">
<p>Do this only on a network you trust, and remove the certificate when you’re done. Anyone who can read the computer’s files could pose as any website to this phone.</p>
${PHONES.map((each) => installation(each, each === phone)).join('\n')}
<p>SHA-256 of the certificate, to compare with the computer’s terminal:</p>
<p class="digest">${digest}</p>
</div>
</details>
</main>
</div></div>
</body>
</html>
`;
}

const installation = ({ name, download, steps }: Phone, isOpen: boolean): string => `<details${isOpen ? ' open' : ''}>
<summary>${name}</summary>
<div class="inside">
<a class="text" href="${CA_PATH}"${download}>Download the certificate</a>
<ol>
${steps.map((step) => `<li>${step}</li>`).join('\n')}
</ol>
</div>
</details>`;

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

const root = join(import.meta.dirname, '..', '..', '..', '..');
const style = (): string =>
  ['packages/ui/src/base.css', 'packages/ui/src/sheet.css', 'apps/sandbox/src/try-page/style.css']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('');

/** Served over plain HTTP, because the phone does not trust the certificate yet. No page has a secret. */
export function plainPages({ ca, shopUrl }: { readonly ca: string; readonly shopUrl: string }): PlainPages {
  const css = style();
  const digest = new X509Certificate(ca).fingerprint256;
  return {
    [TRY_PATH]: (headers) => ({
      body: tryPage({ shopUrl, digest }, headers['user-agent'] ?? ''),
      headers: { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8', Vary: 'User-Agent' },
    }),
    [STYLE_PATH]: () => ({ body: css, headers: { ...HEADERS, 'Content-Type': 'text/css; charset=utf-8' } }),
    [CA_PATH]: () => ({ body: ca, headers: { ...HEADERS, 'Content-Type': 'application/x-x509-ca-cert' } }),
  };
}

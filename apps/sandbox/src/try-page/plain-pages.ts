import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlainPages } from '../../../service/src/http/redirect-server.ts';
import { markHtml } from '../../../../packages/ui/src/ridges.ts';
import type { Language } from '@authly/contract/languages';
import { directionOf, pickLanguage, type Words } from '../../../../packages/ui/src/words/languages.ts';
import { tryPage } from '../../../../packages/ui/src/words/words.ts';

export const TRY_PATH = '/try';
const STYLE_PATH = '/try.css';
const CA_PATH = '/ca.pem';

/** `digest`: SHA-256 of the certificate, as phones show it. */
type TryPageOptions = Readonly<Record<'shopUrl' | 'digest', string>>;

/** By user agent. Other devices get the steps of both. */
type Phone = 'ios' | 'android' | undefined;

const phoneOf = (userAgent: string): Phone =>
  /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : /Android/.test(userAgent) ? 'android' : undefined;

/** As browsers send it, the most wanted first: `ko-KR,ko;q=0.9,en;q=0.8`. */
export function languageOf(acceptLanguage: string): Language {
  const wanted = acceptLanguage
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [locale, quality] = part.split(';q=');
      return { locale, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .sort((a, b) => b.quality - a.quality);
  return pickLanguage(wanted.map(({ locale }) => locale));
}

/** Nothing of a request goes into the page. */
export const tryPages =
  (options: TryPageOptions) =>
  ({ language, userAgent }: Readonly<Record<'language' | 'userAgent', string>>): string =>
    pageHtml(languageOf(language), phoneOf(userAgent), options);

/** Without a script, so that it works in every browser. */
function pageHtml(language: Language, phone: Phone, { shopUrl, digest }: TryPageOptions): string {
  const words = tryPage[language];
  const warnings = [
    ...(phone === 'android' ? [] : [words.warning_ios]),
    ...(phone === 'ios' ? [] : [words.warning_android]),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${words.title} · Authly</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<div id="page"><div class="sheet">
<header><p class="wordmark">${markHtml('mark')}Authly</p></header>
<main>
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<a class="main" href="${shopUrl}">${words.open_shop}</a>
<section class="warning" aria-labelledby="warning">
<h2 id="warning">${words.warning_title}</h2>
<p>${words.warning_text}</p>
${warnings.map((text) => `<p>${text}</p>`).join('\n')}
</section>
<details>
<summary>${words.trust_title}</summary>
<div class="inside">
<p>${words.trust_text}</p>
${(['ios', 'android'] as const).map((each) => stepsHtml(each, words, phone)).join('\n')}
<p>${words.compare}</p>
<p class="digest">${digest}</p>
</div>
</details>
</main>
</div></div>
</body>
</html>
`;
}

/** Android recognizes a certificate by its file extension, an iPhone by its content type. */
function stepsHtml(of: 'ios' | 'android', words: Words<'tryPage'>, phone: Phone): string {
  const download = of === 'android' ? ' download="authly-sandbox-ca.crt"' : '';
  return `<details${phone === of ? ' open' : ''}>
<summary>${words[of]}</summary>
<div class="inside">
<a class="text" href="${CA_PATH}"${download}>${words.download}</a>
<ol>${([1, 2, 3] as const).map((step) => `<li>${words[`${of}_${step}`]}</li>`).join('')}</ol>
</div>
</details>`;
}

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

const root = join(import.meta.dirname, '..', '..', '..', '..');
const style = (): string =>
  ['packages/ui/src/base.css', 'apps/sandbox/src/try-page/style.css']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('');

/** Over plain HTTP, because the phone does not trust the certificate yet: the page that explains it, and the certificate. No secret is in any. */
export function plainPages({ ca, shopUrl }: { readonly ca: string; readonly shopUrl: string }): PlainPages {
  const css = style();
  const html = tryPages({ shopUrl, digest: new X509Certificate(ca).fingerprint256 });
  return {
    [TRY_PATH]: (headers) => ({
      body: html({ language: headers['accept-language'] ?? '', userAgent: headers['user-agent'] ?? '' }),
      headers: { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept-Language, User-Agent' },
    }),
    [STYLE_PATH]: () => ({ body: css, headers: { ...HEADERS, 'Content-Type': 'text/css; charset=utf-8' } }),
    // The type that phones know certificates by.
    [CA_PATH]: () => ({ body: ca, headers: { ...HEADERS, 'Content-Type': 'application/x-x509-ca-cert' } }),
  };
}

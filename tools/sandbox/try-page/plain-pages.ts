import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlainPages } from '../../../apps/service/src/http/redirect-server.ts';
import { CA_PATH, STYLE_PATH, TRY_PATH, tryPages } from './page.ts';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

const root = join(import.meta.dirname, '..', '..', '..');
const style = (): string =>
  ['packages/ui/src/base.css', 'tools/sandbox/try-page/style.css']
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

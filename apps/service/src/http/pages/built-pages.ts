import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filePage, type Page } from './page.ts';

/** The build writes compressed files next to the originals. */
const BROTLI = '.br';

/** The app's worker extracts with WebAssembly. A worker has the policy of its file, so no page may compile any. */
const ENGINE_WORKER = /^assets\/engine-worker-[\w-]+\.js$/;

/** No inline script, only the page's own inline styles, and no other host than those named. */
const contentSecurityPolicy = (scripts: string, styles: readonly string[], connectsTo: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...connectsTo].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A stricter opener policy would lose the merchant's window. */
const HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The build inlines a page's style, so that it renders without another request. */
const stylesIn = (html: Buffer): string[] =>
  [...html.toString().matchAll(/<style>([^]*?)<\/style>/g)].map(
    ([, style]) => `'sha256-${createHash('sha256').update(style!).digest('base64')}'`,
  );

export interface PageRights {
  readonly permissions: string;
  /** Other origins that the page, but not its workers, may call. */
  readonly connectsTo?: readonly string[];
}

/** Loads a built page into memory. Assets have a hash in their names and may be cached; other files may not. */
export function builtPages(folder: string, prefix: string, rights: PageRights): Page[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith(BROTLI))
    .flatMap((entry) => pagesOf(folder, join(entry.parentPath, entry.name), prefix, rights));
}

function pagesOf(folder: string, file: string, prefix: string, rights: PageRights): Page[] {
  const name = relative(folder, file).replaceAll('\\', '/');
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const body = readFileSync(file);
  const br = existsSync(file + BROTLI) ? readFileSync(file + BROTLI) : undefined;
  const kept = name.startsWith('assets/');
  const page = {
    ...filePage(ending, () => body, br),
    headers: {
      ...HEADERS,
      'Content-Security-Policy': contentSecurityPolicy(
        ENGINE_WORKER.test(name) ? "'self' 'wasm-unsafe-eval'" : "'self'",
        ending === 'html' ? stylesIn(body) : [],
        name === 'index.html' ? (rights.connectsTo ?? []) : [],
      ),
      'Permissions-Policy': rights.permissions,
      'Cache-Control': kept ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  };
  const paths = name === 'index.html' ? [prefix, prefix.replace(/\/$/, '')] : [prefix + name];
  return paths.map((path) => Object.assign({ path }, page));
}

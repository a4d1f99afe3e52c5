import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // The popup must keep its opener.
  'cross-origin-opener-policy': 'unsafe-none',
  'cache-control': 'no-store',
};

export function pageFiles(folder: string): (path: string) => Response | undefined {
  const files = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  for (const entry of existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file)}`;
    files.set(path === '/index.html' ? '/' : path, {
      body: new Uint8Array(readFileSync(file)),
      type: TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    });
  }
  return (path) => {
    const file = files.get(path);
    return file && new Response(file.body, { headers: { ...HEADERS, 'content-type': file.type } });
  };
}

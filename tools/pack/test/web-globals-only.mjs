// Runs a module in a realm that has the web's globals and none of Node's: no process, no Buffer, no node:* modules.
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createContext, SourceTextModule } from 'node:vm';

const WEB_GLOBALS = [
  'AbortController',
  'AbortSignal',
  'CryptoKey',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'atob',
  'btoa',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'setTimeout',
  // Web Crypto and fetch of the outer realm accept only its arrays.
  'ArrayBuffer',
  'Uint8Array',
];
const context = createContext(Object.fromEntries(WEB_GLOBALS.map((name) => [name, globalThis[name]])));
const modules = new Map();

function load(url) {
  if (!url.startsWith('file:')) throw new Error(`The core imports ${url}.`);
  if (!modules.has(url))
    modules.set(url, new SourceTextModule(readFileSync(fileURLToPath(url), 'utf8'), { context, identifier: url }));
  return modules.get(url);
}

const main = load(pathToFileURL(process.argv[2]).href);
await main.link((specifier, { identifier }) =>
  load(specifier.startsWith('.') ? new URL(specifier, identifier).href : import.meta.resolve(specifier)),
);
await main.evaluate();

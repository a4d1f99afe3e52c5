import { OPERATIONS } from '@authly/contract/operations';
import type { Endpoint } from './endpoint.ts';

export interface Found<Entry> {
  readonly entry: Entry;
  readonly params: Readonly<Record<string, string>>;
}

/** A path with one parameter. */
interface Pattern<Entry> {
  readonly before: string;
  readonly name: string;
  readonly after: string;
  readonly entry: Entry;
}

const NO_PARAMS = {};
const PARAMETER = /\{(\w+)\}/;

/** Which call of the API a request makes, by its method and path. */
export class CallTable<Entry> {
  readonly #fixed = new Map<string, Map<string, Found<Entry>>>();
  readonly #patterns = new Map<string, Pattern<Entry>[]>();

  constructor(endpoints: readonly Endpoint[], entryOf: (endpoint: Endpoint) => Entry) {
    for (const endpoint of endpoints) {
      const { method, path } = OPERATIONS[endpoint.operation];
      const entry = entryOf(endpoint);
      this.#add(method, path, entry);
      // HEAD is answered where GET is.
      if (method === 'GET') this.#add('HEAD', path, entry);
    }
  }

  #add(method: string, path: string, entry: Entry): void {
    const [before = '', name, after = '', ...more] = path.split(PARAMETER);
    if (more.length > 0) throw new Error(`more than one parameter: ${path}`);
    if (name === undefined) {
      const paths = this.#fixed.get(method) ?? new Map<string, Found<Entry>>();
      this.#fixed.set(method, paths.set(path, { entry, params: NO_PARAMS }));
    } else this.#patterns.set(method, [...(this.#patterns.get(method) ?? []), { before, name, after, entry }]);
  }

  /** Undefined: no call of ours, or an address that cannot be read. */
  find(method: string, url: string): Found<Entry> | undefined {
    const path = pathOf(url);
    return path === undefined ? undefined : (this.#fixed.get(method)?.get(path) ?? this.#byPattern(method, path));
  }

  #byPattern(method: string, path: string): Found<Entry> | undefined {
    for (const { before, name, after, entry } of this.#patterns.get(method) ?? []) {
      if (!path.startsWith(before) || !path.endsWith(after) || path.length < before.length + after.length) continue;
      const value = path.slice(before.length, path.length - after.length);
      if (!value.includes('/'))
        return { entry, params: { [name]: value.includes('%') ? decodeURIComponent(value) : value } };
    }
    return undefined;
  }
}

/** What means the same in a path whether it is percent-encoded or not: letters, digits, `-._~`. */
const UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;

function pathOf(url: string): string | undefined {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (path.startsWith('/') && !path.includes('%')) return path;
  try {
    decodeURIComponent(path);
  } catch {
    return undefined;
  }
  // A proxy may ask by the whole address.
  return path.replace(/^https?:\/\/[^/]*/i, '').replaceAll(UNRESERVED, decodeURIComponent);
}

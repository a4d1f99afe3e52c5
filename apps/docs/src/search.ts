import MiniSearch, { type Options, type SearchResult } from 'minisearch';

export interface SearchSection {
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

export type Hit = SearchSection & Pick<SearchResult, 'terms'>;

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from has have how i if in is it its me my not of on only or that the then there this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

const SYNONYMS: Readonly<Record<string, string>> = {
  android: 'phone',
  app: 'phone',
  blocked: 'popup',
  branding: 'logo',
  ccpa: 'privacy',
  certificate: 'ca',
  consent: 'privacy',
  cookie: 'privacy',
  csp: 'content security policy',
  delete: 'erase',
  docker: 'image deploy',
  encryption: 'sealing',
  error: 'code',
  expire: 'lifetime expiry',
  far: 'false match rate',
  fmr: 'false match rate',
  frr: 'misses accuracy',
  gdpr: 'privacy erase',
  ios: 'phone',
  iphone: 'phone',
  jwt: 'token',
  kubernetes: 'deploy',
  liveness: 'spoof',
  login: 'sign',
  monitoring: 'metrics',
  mfa: 'second factor',
  mock: 'sandbox outcome',
  notification: 'webhook',
  password: 'secret',
  poll: 'wait result',
  prometheus: 'metrics',
  redirect: 'return_url',
  register: 'enroll',
  retention: 'erase',
  scan: 'qr',
  self: 'deploy',
  simulate: 'sandbox',
  ssl: 'tls certificate',
  test: 'sandbox',
  threshold: 'match',
  upgrade: 'migrate',
  webauthn: 'passkey',
};

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** A code such as `too_many_attempts` is indexed as a whole and by its words. */
const tokenize = (text: string): string[] =>
  words(text).flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]));

/** A plural counts as its singular. */
const asTerm = (word: string): string | null =>
  word === '' || STOP_WORDS.has(word) ? null : word.replace(/(?<=\w\w[^s_])s$/, '');

const OPTIONS: Options<SearchSection> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['page', 'title', 'text'],
  tokenize,
  processTerm: asTerm,
};

export function searchIndex(parts: readonly SearchSection[]): string {
  const index = new MiniSearch(OPTIONS);
  index.addAll(parts);
  return JSON.stringify(index);
}

export const loadIndex = (json: string): MiniSearch<SearchSection> => MiniSearch.loadJSON(json, OPTIONS);

const MOST_HITS = 8;

const terms = (text: string): string => words(text).map(asTerm).filter(Boolean).join(' ');
const isTitle = (title: unknown, query: string): boolean => typeof title === 'string' && terms(title) === terms(query);

function weight(id: string): number {
  if (id.includes('/changelog')) return 0.05;
  return (id.includes('#') ? 1 : 1.5) * (id.startsWith('/docs/guides/') ? 1.3 : 1);
}

export function search(index: MiniSearch<SearchSection>, query: string): Hit[] {
  const typed = words(query);
  const added = typed.flatMap((word) => (Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word]!.split(' ') : []));
  return index
    .search([...typed, ...added].join(' '), {
      boost: { title: 4, page: 3 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostTerm: (term) => (typed.includes(term) ? 1 : 0.4),
      boostDocument: (id: string, _term, stored) => weight(id) * (isTitle(stored?.['title'], query) ? 2 : 1),
    })
    .slice(0, MOST_HITS) as unknown as Hit[];
}

import { loadIndex, search, type Hit } from '../search.ts';
import { element } from './elements.ts';

const SNIPPET = 120;
const SUGGESTED = [
  ['/docs/quick-start', 'Quick start'],
  ['/docs/guides/troubleshooting', 'Troubleshooting'],
  ['/docs/reference/api', 'API reference'],
] as const;

export function offerSearch(place: HTMLElement): void {
  let index: Promise<ReturnType<typeof loadIndex> | undefined> | undefined;
  const load = (): NonNullable<typeof index> =>
    (index ??= fetch(place.dataset['index']!)
      .then((response) => response.text())
      .then(loadIndex)
      // The next key press asks again.
      .catch(() => (index = undefined)));
  const placeholder = matchMedia('(hover: none)').matches ? 'Search' : 'Search (press /)';
  const input = element('input', { type: 'search', placeholder, ariaLabel: 'Search the docs' });
  const found = element('ul', { className: 'found', hidden: true });
  const status = element('p', { className: 'unseen', role: 'status' });
  place.append(input, found, status);
  const show = async (): Promise<void> => {
    const query = input.value.trim();
    const loaded = query === '' ? undefined : await load();
    if (query !== input.value.trim()) return;
    const hits = loaded ? search(loaded, query) : [];
    const none = loaded ? 'No results' : 'The search did not load';
    found.replaceChildren(...(hits.length > 0 ? hits.map(hitItem) : suggestions(none)));
    found.hidden = query === '';
    const count = hits.length === 0 ? none : `${hits.length} result${hits.length === 1 ? '' : 's'}`;
    status.textContent = query === '' ? '' : count;
  };
  input.addEventListener('focus', () => void load(), { once: true });
  input.addEventListener('input', () => void show());
  const close = (): void => void (found.hidden = true);
  place.addEventListener('keydown', (event) => moveWithKeys(event, input, found, close));
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node && place.contains(target))) close();
  });
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && (event.key !== '/' || document.activeElement !== document.body)) return;
    event.preventDefault();
    input.focus();
  });
}

const suggestions = (why: string): HTMLElement[] => [
  element('li', { className: 'none' }, `${why}. Try one of these pages:`),
  ...SUGGESTED.map(([href, title]) => element('li', {}, element('a', { href }, title))),
];

const hitItem = ({ id, page, title, text, terms }: Hit): HTMLElement =>
  element(
    'li',
    {},
    element(
      'a',
      { href: id },
      ...marked(title, terms),
      element('span', {}, ...(title === page ? [] : [`${page}: `]), ...marked(snippet(text, terms), terms)),
    ),
  );

const matcher = (terms: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(${terms.join('|')})`, 'giu');

function snippet(text: string, terms: readonly string[]): string {
  const at = Math.max(0, text.search(matcher(terms)) - SNIPPET / 4);
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const rest = text.slice(start);
  const end = rest.length <= SNIPPET ? rest.length : rest.lastIndexOf(' ', SNIPPET);
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? ' …' : ''}`;
}

const marked = (text: string, terms: readonly string[]): (Node | string)[] =>
  text.split(matcher(terms)).map((piece, index) => (index % 2 === 1 ? element('mark', {}, piece) : piece));

function moveWithKeys(event: KeyboardEvent, input: HTMLInputElement, found: HTMLElement, close: () => void): void {
  const links = [...found.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Escape') {
    close();
    input.focus();
  } else if (event.key === 'ArrowDown') (links[at + 1] ?? links[at])?.focus();
  else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus();
  else if (event.key === 'Enter' && at < 0) links[0]?.click();
  else return;
  event.preventDefault();
}

import { loadIndex, search, type Hit } from '../search.ts';
import { element } from './elements.ts';

const SNIPPET = 120;
const SUGGESTED = [
  ['/docs/quick-start', 'Quick start'],
  ['/docs/guides/troubleshooting', 'Troubleshooting'],
  ['/docs/reference/api', 'API reference'],
] as const;

/** A combobox: the focus stays in the field, and a screen reader hears each option that the arrows reach. */
export function offerSearch(place: HTMLElement): void {
  let index: Promise<ReturnType<typeof loadIndex> | undefined> | undefined;
  const load = (): NonNullable<typeof index> =>
    (index ??= fetch(place.dataset['index']!)
      .then((response) => response.text())
      .then(loadIndex)
      // The next key press asks again.
      .catch(() => (index = undefined)));
  const placeholder = matchMedia('(hover: none)').matches ? 'Search' : 'Search (press /)';
  const input = element('input', { type: 'search', placeholder, ariaLabel: 'Search the docs', role: 'combobox' });
  const none = element('p', { className: 'none', hidden: true });
  const list = element('div', { id: 'found', role: 'listbox', ariaLabel: 'Results' });
  const found = element('div', { className: 'found' }, none, list);
  const status = element('p', { className: 'unseen', role: 'status' });
  input.setAttribute('aria-controls', list.id);
  input.ariaAutoComplete = 'list';
  place.append(input, found, status);
  const open = (isOpen: boolean): void => {
    found.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
    choose(-1);
  };
  const choose = (at: number): void => {
    for (const [i, option] of [...list.children].entries()) option.ariaSelected = String(i === at);
    list.children[at]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', list.children[at]?.id ?? '');
  };
  const show = async (): Promise<void> => {
    const query = input.value.trim();
    const loaded = query === '' ? undefined : await load();
    if (query !== input.value.trim()) return;
    const hits = loaded ? search(loaded, query) : [];
    const why = loaded ? 'No results' : 'The search did not load';
    none.hidden = hits.length > 0;
    none.textContent = `${why}. Try one of these pages:`;
    list.replaceChildren(...(hits.length > 0 ? hits.map(hitOption) : SUGGESTED.map(suggestion)));
    for (const [i, option] of [...list.children].entries()) option.id = `found-${i}`;
    open(query !== '');
    const count = hits.length === 0 ? why : `${hits.length} result${hits.length === 1 ? '' : 's'}`;
    status.textContent = query === '' ? '' : count;
  };
  open(false);
  input.addEventListener('focus', () => void load(), { once: true });
  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', (event) => {
    const options = [...list.querySelectorAll('a')];
    const at = options.findIndex(({ ariaSelected }) => ariaSelected === 'true');
    if (event.key === 'Escape') open(false);
    else if (event.key === 'ArrowDown') choose(Math.min(at + 1, options.length - 1));
    else if (event.key === 'ArrowUp') choose(Math.max(at - 1, -1));
    else if (event.key === 'Enter') options[Math.max(at, 0)]?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node && place.contains(target))) open(false);
  });
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && (event.key !== '/' || document.activeElement !== document.body)) return;
    event.preventDefault();
    input.focus();
  });
}

const suggestion = ([href, title]: (typeof SUGGESTED)[number]): HTMLElement =>
  element('a', { href, role: 'option', tabIndex: -1 }, title);

const hitOption = ({ id, page, title, text, terms }: Hit): HTMLElement =>
  element(
    'a',
    { href: id, role: 'option', tabIndex: -1 },
    ...marked(title, terms),
    element('span', {}, ...(title === page ? [] : [`${page}: `]), ...marked(snippet(text, terms), terms)),
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

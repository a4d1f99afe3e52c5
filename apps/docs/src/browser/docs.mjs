// What a script adds to the docs: search, copying, one language for all examples. Without it everything can be read.
// @ts-check

/** @typedef {[address: string, page: string, part: string, text: string]} Entry */

const MOST_FOUND = 12;

/**
 * @template {HTMLElement} Made
 * @param {Made} element
 * @param {Partial<Made>} properties
 * @param {...(Node | string)} children
 */
function filled(element, properties, ...children) {
  Object.assign(element, properties).append(...children);
  return element;
}

/** How well a part fits: every word must be in it; the title counts most, then its beginning.
 * @param {Entry} entry
 * @param {string[]} words
 */
function fit([, page, part, text], words) {
  const title = `${page} ${part}`.toLowerCase();
  const body = text.toLowerCase();
  let points = part === '' ? 1 : 0;
  for (const word of words) {
    const inTitle = title.indexOf(word);
    if (inTitle < 0 && !body.includes(word)) return 0;
    points += inTitle < 0 ? 2 : inTitle === 0 || /\W/.test(title[inTitle - 1] ?? '') ? 12 : 8;
  }
  return points;
}

/** The words around the first hit.
 * @param {string} text
 * @param {string[]} words
 */
function glimpse(text, words) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? '') - 30);
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 110)}`;
}

/** @param {HTMLElement} place */
function offerSearch(place) {
  /** @type {Promise<Entry[]> | undefined} */
  let index;
  const load = () => (index ??= fetch(place.dataset['index'] ?? '').then((answer) => answer.json()));
  const input = filled(document.createElement('input'), {
    type: 'search',
    placeholder: 'Search the docs',
    ariaLabel: 'Search the docs',
  });
  const found = filled(document.createElement('ul'), { className: 'found', hidden: true });
  place.append(input, found);
  input.addEventListener('focus', () => void load(), { once: true });
  const look = async () => {
    const typed = input.value;
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    /** @type {Entry[]} */
    const entries = words.length === 0 ? [] : await load();
    if (typed !== input.value) return;
    const hits = entries
      .map((entry) => /** @type {const} */ ([fit(entry, words), entry]))
      .filter(([points]) => points > 0)
      .toSorted(([a], [b]) => b - a)
      .slice(0, MOST_FOUND);
    found.replaceChildren(...hits.map(([, entry]) => hit(entry, words)));
    if (words.length > 0 && hits.length === 0)
      found.append(filled(document.createElement('li'), { className: 'none' }, 'Nothing found.'));
    found.hidden = words.length === 0;
  };
  input.addEventListener('input', () => void look());
  const close = () => (found.hidden = true);
  place.addEventListener('keydown', (event) => moveWithKeys(event, input, found, close));
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node && input.contains(target))) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || document.activeElement !== document.body) return;
    event.preventDefault();
    input.focus();
  });
}

/** @param {Entry} entry
 * @param {string[]} words
 */
const hit = ([address, page, part, text], words) =>
  filled(
    document.createElement('li'),
    {},
    filled(
      document.createElement('a'),
      { href: address },
      part || page,
      filled(document.createElement('span'), {}, `${part ? `${page}: ` : ''}${glimpse(text, words)}`),
    ),
  );

/** Arrows go through what was found, Escape closes it, Enter takes the first.
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 * @param {HTMLElement} found
 * @param {() => void} close
 */
function moveWithKeys(event, input, found, close) {
  const links = [...found.querySelectorAll('a')];
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  if (event.key === 'Escape') {
    close();
    input.focus();
  } else if (event.key === 'ArrowDown') (links[at + 1] ?? links[at])?.focus();
  else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus();
  else if (event.key === 'Enter' && at < 0) links[0]?.click();
  else return;
  event.preventDefault();
}

/** @param {HTMLElement} block */
export function offerCopy(block) {
  const button = filled(document.createElement('button'), { type: 'button', className: 'copy' }, 'Copy');
  const copy = async () => {
    await navigator.clipboard.writeText(block.innerText);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  };
  button.addEventListener('click', () => void copy());
  const around = filled(document.createElement('div'), { className: 'with-copy' });
  block.replaceWith(around);
  around.append(block, button);
}

const LANGUAGE = 'authly-docs-language';

/** The language that is chosen once is shown in every example, and next time. */
function shareLanguage() {
  /** @param {string} language */
  const choose = (language) => {
    for (const input of document.querySelectorAll('.languages input'))
      if (input instanceof HTMLInputElement) input.checked = input.value === language;
  };
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.closest('.languages'))) return;
    // What is above the example may change its height: the example stays where it is.
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    scrollBy(0, target.getBoundingClientRect().top - before);
    localStorage.setItem(LANGUAGE, target.value);
  });
  const kept = localStorage.getItem(LANGUAGE);
  if (kept !== null && document.querySelector(`.languages input[value="${CSS.escape(kept)}"]`)) choose(kept);
}

// The page that is being read may stand far down in the contents.
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
const search = document.getElementById('search');
if (search) offerSearch(search);
for (const block of document.querySelectorAll('pre')) offerCopy(block);
shareLanguage();

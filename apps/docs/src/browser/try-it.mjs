// The page that makes calls: it shows the key of its address to the sandbox, which makes them.
// @ts-check
import { offerCopy } from './docs.mjs';

/** @typedef {{ headers: [string, string][], body: string }} Message */
/** @typedef {{ request: Message & { line: string }, answer: Message & { status: number, ms: number } }} Tried */

const KEPT = 'authly-try-key';

/** From the address, where it does not stay, or from an earlier visit of this tab. */
function takeKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key) {
    sessionStorage.setItem(KEPT, key);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(KEPT);
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {string} title
 * @param {string} firstLine
 * @param {Message} message
 */
function show(title, firstLine, { headers, body }) {
  const name = Object.assign(document.createElement('p'), { textContent: title });
  const block = Object.assign(document.createElement('pre'), { tabIndex: 0 });
  const lines = [firstLine, ...headers.map(([header, value]) => `${header}: ${value}`)];
  block.append(
    Object.assign(document.createElement('code'), { textContent: `${lines.join('\n')}\n\n${pretty(body)}`.trim() }),
  );
  return [name, block];
}

/** @param {HTMLFormElement} form */
function questionOf(form) {
  /** @type {{ path: Record<string, string>, query: Record<string, string> }} */
  const found = { path: {}, query: {} };
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    const place = dataset['in'] === 'path' ? found.path : found.query;
    place[name] = value;
  }
  const body = form.querySelector('textarea')?.value;
  const operation = form.closest('section')?.dataset['operation'];
  return { operation, parameters: found.path, query: found.query, ...(body !== undefined && { body }) };
}

/** A new session is what the next calls are about, and its page can be opened.
 * @param {string} body
 */
function takeSession(body) {
  const { session_id: id, popup_url: popup } = JSON.parse(body);
  if (!popup) return [];
  for (const input of document.querySelectorAll('input[name=session_id]'))
    if (input instanceof HTMLInputElement) input.value = id;
  const link = Object.assign(document.createElement('a'), {
    href: popup,
    target: '_blank',
    rel: 'noreferrer',
    textContent: 'Open the hosted page',
  });
  const line = document.createElement('p');
  line.append(link, ', then read the result.');
  return [line];
}

/** @param {HTMLFormElement} form
 * @param {string} key
 */
async function send(form, key) {
  const place = form.parentElement?.querySelector('.tried');
  const answer = await fetch(form.dataset['calls'] ?? '', {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(questionOf(form)),
  });
  const text = await answer.text();
  if (!answer.ok) {
    place?.replaceChildren(
      ...show(
        answer.status === 401
          ? 'This key is not the one of the running sandbox: open the link that npm start printed last.'
          : 'The sandbox did not make this call.',
        `HTTP/1.1 ${answer.status}`,
        { headers: [], body: text },
      ),
    );
    return;
  }
  /** @type {Tried} */
  const tried = JSON.parse(text);
  place?.replaceChildren(
    ...show('Sent', tried.request.line, tried.request),
    ...show(`Answered in ${tried.answer.ms} ms`, `HTTP/1.1 ${tried.answer.status}`, tried.answer),
    ...(tried.answer.status === 201 ? takeSession(tried.answer.body) : []),
  );
  for (const block of place?.querySelectorAll('pre') ?? []) offerCopy(block);
}

const key = takeKey();
if (key) {
  document.getElementById('try-locked')?.remove();
  for (const form of document.querySelectorAll('form')) {
    const button = form.querySelector('button');
    if (!button) continue;
    button.disabled = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      button.disabled = true;
      void send(form, key).finally(() => (button.disabled = false));
    });
  }
}

// The sandbox makes the calls: the page sends it the key of its address.
import { TRY_IT_KEY_FRAGMENT } from '@authly/contract/wire/page-addresses';
import { tabStorage } from '@authly/ui/storage.ts';
import { element, offerCopy } from './elements.ts';

interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

interface TriedCall {
  readonly request: Message & { readonly line: string };
  readonly answer: Message & { readonly status: number; readonly ms: number };
}

const KEPT = 'authly-try-key';

interface Call {
  readonly operation: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function startTryIt(): void {
  const locked = document.getElementById('try-locked');
  if (!locked) return;
  // The link in this tab changes only the fragment, which does not load the page again.
  addEventListener('hashchange', () => keyInAddress() && location.reload());
  const key = takeKey();
  if (!key) return;
  locked.remove();
  for (const form of document.querySelectorAll('form')) {
    const button = form.querySelector('button')!;
    button.disabled = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      button.disabled = true;
      void send(form, key).finally(() => (button.disabled = false));
    });
  }
}

const keyInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get(TRY_IT_KEY_FRAGMENT);

function takeKey(): string | undefined {
  const key = keyInAddress();
  if (key) {
    tabStorage.set(KEPT, key);
    history.replaceState(null, '', location.pathname);
  }
  return tabStorage.get(KEPT);
}

async function send(form: HTMLFormElement, key: string): Promise<void> {
  const show = (...parts: HTMLElement[]): void => {
    const place = form.parentElement!.querySelector('.tried')!;
    place.replaceChildren(...parts);
    for (const block of place.querySelectorAll('pre')) offerCopy(block);
  };
  const call = callOf(form);
  show(...requestOf(form, call), element('p', {}, 'Waiting for the response …'));
  const response = await fetch(form.dataset['calls']!, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(call),
  }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined) show(element('p', {}, 'The sandbox did not respond.'));
  else if (response.ok) show(...shown(JSON.parse(text) as TriedCall));
  else {
    const reason =
      response.status === 401
        ? 'This link belongs to an earlier start of the sandbox. Press t where npm start runs.'
        : 'The sandbox did not make this call.';
    show(...message(reason, `HTTP/1.1 ${response.status}`, { headers: [], body: text }));
  }
}

function callOf(form: HTMLFormElement): Call {
  const fields = (where: string): Record<string, string> =>
    Object.fromEntries(
      [...form.querySelectorAll('input')]
        .filter(({ dataset }) => dataset['in'] === where)
        .map(({ name, value }) => [name, value]),
    );
  const body = form.querySelector('textarea')?.value;
  const operation = form.closest('section')!.dataset['operation'];
  return { operation, parameters: fields('path'), query: fields('query'), ...(body !== undefined && { body }) };
}

/** Leaves out the part that the sandbox adds. */
function requestOf(form: HTMLFormElement, { parameters, query, body = '' }: Call): HTMLElement[] {
  const path = form.dataset['line']!.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return message('Request', path + (search === '' ? '' : `?${search}`), { headers: [], body });
}

const shown = ({ request, answer }: TriedCall): HTMLElement[] => [
  ...message('Request', request.line, request),
  ...message(`Response after ${answer.ms} ms`, `HTTP/1.1 ${answer.status}`, answer),
  ...(answer.status === 201 ? takeSession(answer.body) : []),
];

function message(title: string, firstLine: string, { headers, body }: Message): HTMLElement[] {
  const lines = [firstLine, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const text = `${lines.join('\n')}\n\n${indentedJson(body)}`.trim();
  return [element('p', {}, title), element('pre', { tabIndex: 0 }, element('code', {}, text))];
}

function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function takeSession(body: string): HTMLElement[] {
  const { session_id: id, popup_url: href } = JSON.parse(body) as { session_id: string; popup_url?: string };
  if (href === undefined) return [];
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=session_id]')) input.value = id;
  const link = element('a', { href, target: '_blank', rel: 'noreferrer' }, 'Open the hosted page');
  return [element('p', {}, link, ', then read the result.')];
}

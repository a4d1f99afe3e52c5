import type { Panel, TraceLine } from '../src/wire.ts';
import { panelAfter } from './backend.ts';
import { docsPage } from './docs-links.ts';
import { element, find, clockTime } from './elements.ts';
import { FINAL, movesOf, STEPS, type Move } from './moves.ts';
// oxlint-disable import/default, import/no-named-as-default -- Vite makes the text of a file its default export
import browserSample from './browser-sample.ts?raw';
import enrollSample from '../src/samples/enroll.ts?raw';
import paySample from '../src/samples/pay.ts?raw';

const POLL_MS = 1000;
let shown: TraceLine[] = [];
let shownFor: string | undefined;
let shownSession: string | null = null;
let docsUrl = '';

/** Shows the session's states and calls. Polls only while a user is signed in and the page is visible. */
export async function startPanel(): Promise<void> {
  if (document.visibilityState === 'visible') await look();
  setTimeout(() => void startPanel(), POLL_MS);
}

export async function look(): Promise<void> {
  const asked = shownFor;
  if (asked === undefined) return;
  const panel = await panelAfter(shown.at(-1)?.number ?? 0).catch(() => undefined);
  if (panel === undefined || asked !== shownFor) return;
  docsUrl = panel.docs_url;
  if (panel.session !== shownSession) return showSession(panel);
  const aside = find('aside');
  const follows = aside.scrollTop + aside.clientHeight >= aside.scrollHeight - 1;
  const last = shown.at(-1)?.number ?? 0;
  panel.calls.filter(({ number }) => number > last).forEach(show);
  showMoves(movesOf(shown));
  if (follows) aside.scrollTop = aside.scrollHeight;
}

export function showCallsOf(name: string | undefined): void {
  if (name === shownFor) return;
  shownFor = name;
  shownSession = null;
  clear([]);
  showMoves([]);
}

async function showSession({ session, calls }: Panel): Promise<void> {
  clear(calls);
  shownSession = session;
  await look();
}

function clear(next: readonly TraceLine[]): void {
  shown = [];
  find('#calls').replaceChildren();
  const isPayment = next.some(({ path }) => path.endsWith('/verification-sessions'));
  find('#code-browser').textContent = browserSample;
  find('#code-backend').textContent = isPayment ? paySample : enrollSample;
}

/** Repeated reads share a line. */
function show(call: TraceLine): void {
  shown.push(call);
  const previous = find('#calls').lastElementChild;
  const same = `${call.path} ${call.status}`;
  if (!(previous instanceof HTMLElement) || call.method !== 'GET' || previous.dataset['same'] !== same) {
    const item = line(call);
    Object.assign(item.dataset, { same, times: '1' });
    find('#calls').append(item);
    return;
  }
  const times = Number(previous.dataset['times']) + 1;
  previous.dataset['times'] = String(times);
  previous.querySelector('.took')!.textContent = `${times} times${call.isLongPoll ? ' (long poll)' : ''}`;
  const [title, content] = body('Response', call.answered);
  if (content && content.textContent !== previous.querySelector('pre:last-of-type')?.textContent)
    previous.querySelector('details')?.append(title!, content);
}

function line({ direction, method, path, status, ms, isLongPoll, sent, answered }: TraceLine): HTMLElement {
  const { type, session_id: session } = (sent ?? {}) as { type?: string; session_id?: string };
  const event = type === undefined ? '' : ` ${type} ${session}`;
  const head = [
    element('span', { class: 'what' }, shortened(`${method} ${path}${event}`)),
    element('span', { class: 'status' }, String(status)),
    element('span', { class: 'way' }, direction),
    element('span', { class: 'took' }, isLongPoll ? `waited ${(ms / 1000).toFixed(1)} s (long poll)` : `${ms} ms`),
  ];
  const bodies = [...reference(method, path), ...body('Request', sent), ...body('Response', answered)];
  const about = { 'data-way': direction.endsWith('shop') ? 'in' : 'out', ...(status >= 400 && { 'data-refused': '' }) };
  if (bodies.length === 0) return element('li', about, element('div', { class: 'line' }, ...head));
  return element('li', about, element('details', {}, element('summary', {}, ...head), ...bodies));
}

const reference = (method: string, path: string): HTMLElement[] => {
  const page = docsPage(method, path);
  if (page === undefined) return [];
  return [element('a', { href: `${docsUrl}/${page}`, target: '_blank', rel: 'noopener' }, 'Reference')];
};

const body = (title: string, content: unknown): HTMLElement[] =>
  content === undefined
    ? []
    : [element('h4', {}, title), element('pre', { tabindex: '0' }, JSON.stringify(content, null, 2))];

const shortened = (text: string): string => text.replace(/ses_\w{12,}(\w{4})/, 'ses_…$1');

function showMoves(moves: readonly Move[]): void {
  const last = moves.at(-1);
  const ended = last !== undefined && FINAL.includes(last.status);
  const toCome = [...STEPS.slice(last === undefined ? 0 : STEPS.indexOf(last.status) + 1), FINAL.join(' · ')];
  find('#states').replaceChildren(
    ...moves.map((move) => passed(move, move === last)),
    ...(ended ? [] : toCome.map((name) => element('li', {}, name))),
  );
}

function passed({ status, at, isImplied, matched }: Move, isLast: boolean): HTMLElement {
  const time = clockTime(at);
  return element(
    'li',
    {
      'data-passed': '',
      ...(isLast && { 'aria-current': 'step' }),
      ...(FINAL.includes(status) && { 'data-final': status === 'succeeded' && matched !== false ? 'good' : 'bad' }),
    },
    matched === undefined ? status : `${status}, matched: ${matched}`,
    ' ',
    element('time', { datetime: at, ...(isImplied && { title: `by ${time}` }) }, time),
  );
}

import type { Move, Panel, TraceLine } from '../src/wire.ts';
import { panelAfter } from './backend.ts';
import { docsPage } from './docs-links.ts';
import { element, find, clockTime } from './elements.ts';
// oxlint-disable import/default, import/no-named-as-default -- Vite makes the text of a file its default export
import browserSample from './browser-sample.ts?raw';
import enrollSample from '../src/samples/enroll.ts?raw';
import paySample from '../src/samples/pay.ts?raw';

const POLL_MS = 1000;
const MAX_SHOWN = 40;
let last = 0;
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
  const panel = await panelAfter(last).catch(() => undefined);
  if (panel === undefined || asked !== shownFor) return;
  docsUrl = panel.docs_url;
  if (panel.session !== shownSession) return showSession(panel);
  panel.calls.filter(({ number }) => number > last).forEach(show);
  showMoves(panel.moves);
}

export function showCallsOf(name: string | undefined): void {
  if (name === shownFor) return;
  shownFor = name;
  shownSession = null;
  clear();
  showMoves([]);
}

function clear(): void {
  last = 0;
  find('#calls').replaceChildren();
  find('#no-calls').hidden = false;
}

async function showSession({ session, calls }: Panel): Promise<void> {
  clear();
  shownSession = session;
  showCode(calls);
  await look();
}

function showCode(calls: readonly TraceLine[]): void {
  const isEnrollment = calls.some(({ path }) => path.endsWith('/enrollment-sessions'));
  const isPayment = calls.some(({ path }) => path.endsWith('/verification-sessions'));
  if (!isEnrollment && !isPayment) return;
  find('#code').hidden = false;
  find('#code-browser').textContent = browserSample;
  find('#code-backend').textContent = isPayment ? paySample : enrollSample;
}

function show(call: TraceLine): void {
  last = call.number;
  const list = find('#calls');
  // Polls with the same response share a line.
  const [previous] = list.children;
  const same = JSON.stringify([call.path, call.status, call.answered]);
  if (previous instanceof HTMLElement && call.method === 'GET' && previous.dataset['same'] === same) {
    const times = Number(previous.dataset['times']) + 1;
    previous.dataset['times'] = String(times);
    previous.querySelector('.took')!.textContent = `${times} times`;
    return;
  }
  const item = line(call);
  Object.assign(item.dataset, { same, times: '1' });
  list.prepend(item);
  while (list.children.length > MAX_SHOWN) list.lastElementChild!.remove();
  find('#no-calls').hidden = true;
}

function line({ direction, method, path, status, ms, isLongPoll, sent, answered }: TraceLine): HTMLElement {
  const head = [
    element('span', { class: 'what' }, `${method} ${shortened(path)}`),
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

const shortened = (path: string): string => path.replace(/ses_\w{12,}(\w{4})/, 'ses_…$1');

const STEPS = ['created', 'opened', 'app_launched', 'callback_received', 'processing'];
const FINAL = ['succeeded', 'failed', 'expired', 'canceled'];

function showMoves(moves: readonly Move[]): void {
  const last = moves.at(-1);
  find('#no-session').hidden = last !== undefined;
  const ended = last !== undefined && FINAL.includes(last.status);
  const toCome = last === undefined || ended ? [] : STEPS.slice(STEPS.indexOf(last.status) + 1);
  find('#states').replaceChildren(
    ...moves.map((move) => passed(move, move === last)),
    ...toCome.map((name) => element('li', {}, name)),
    ...(last === undefined || ended ? [] : [element('li', {}, FINAL.join(' · '))]),
  );
}

function passed({ status, at, told }: Move, isLast: boolean): HTMLElement {
  const time = clockTime(at);
  return element(
    'li',
    {
      'data-passed': '',
      ...(isLast && { 'aria-current': 'step' }),
      ...(FINAL.includes(status) && { 'data-final': status === 'succeeded' ? 'good' : 'bad' }),
    },
    status,
    ' ',
    element('time', { datetime: at, ...(!told && { title: `by ${time}` }) }, time),
  );
}

import { callsAfter, type Call } from './backend.ts';
import { element, find } from './dom.ts';

const EVERY_MS = 1000;
let last = 0;

/** The side panel: calls as they happen, newest first. Looks only while somebody can see it. */
export function startPanel(): void {
  const look = async (): Promise<void> => {
    if (document.visibilityState === 'visible') {
      const calls = await callsAfter(last).catch(() => []);
      for (const call of calls) {
        find('#calls').prepend(line(call));
        last = call.number;
      }
    }
    setTimeout(() => void look(), EVERY_MS);
  };
  void look();
}

export function showState(status: string): void {
  find('#states').append(element('li', {}, status));
}

export function clearStates(): void {
  find('#states').replaceChildren();
}

function line({ direction, method, path, status, ms, sent, answered }: Call): HTMLElement {
  const head = element('div', { class: 'line' }, element('span', { class: 'way' }, direction), element('strong', {}, `${method} ${path}`), element('span', {}, `${status} · ${ms} ms`));
  const bodies = [sent, answered].filter((body) => body !== undefined).map((body) => element('pre', { tabindex: '0' }, JSON.stringify(body, null, 1)));
  return element('li', {}, head, ...bodies);
}

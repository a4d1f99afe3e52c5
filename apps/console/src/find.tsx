import { useDialog } from '@authly/ui/use-dialog.ts';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { CallName, CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from './api.ts';
import { useData } from './hooks.ts';
import { Problem } from './parts/elements.tsx';
import { useMerchantNames } from './parts/merchants.tsx';
import { routeTo } from './route.ts';

const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
const TYPING_MS = 150;
const NOTHING =
  'Nothing found. Requests answered with 4xx or 5xx are kept for 7 days, under load only some of them. Find a user reference under Sessions.';

type Pages = Readonly<Record<string, string>>;

interface FindProps {
  readonly pages: Pages;
  /** The path of the page that is shown. */
  readonly here: readonly string[];
}

/** Ctrl-K or Cmd-K opens it on every page. */
export function Find(props: FindProps): VNode {
  const [isOpen, setOpen] = useState(false);
  // A layout effect runs before the page is painted, so a key that is pressed at once counts.
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button type="button" class="find" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        Find anything <kbd aria-hidden="true">{KEYS}</kbd>
      </button>
      {isOpen && <FindDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Hit {
  readonly kind: string;
  readonly text: string;
  readonly href: string;
}

function FindDialog({ pages, here, onClose }: FindProps & { onClose: () => void }): VNode {
  const { dialog, close } = useDialog(onClose);
  const nameOf = useMerchantNames();
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [isEntered, setEntered] = useState(false);
  const typed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { value, problem } = useData('find', { q });
  const isAnswered = q === typed && value !== undefined;
  const merchantPage = here[0] === 'merchants' && here[1] !== 'new' ? here : ['merchants'];
  const byTitle = pageHits(pages, (_page, title) => title, typed);
  const byWord = typed === '' ? [] : pageHits(pages, (page) => WORDS[page] ?? '', typed);
  const hits = [...byTitle, ...(value === undefined ? [] : hitsOf(value, merchantPage, nameOf)), ...byWord];
  // Enter opens what is found for this text, not for the one before.
  const first = byTitle.length > 0 || isAnswered ? hits[0]?.href : undefined;
  useEffect(() => {
    if (!isEntered || first === undefined) return;
    close();
    location.hash = first;
  }, [isEntered, first]);
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    setQ(typed);
    setEntered(true);
  };
  const type = (now: string): void => {
    setText(now);
    setEntered(false);
  };
  return (
    <dialog {...dialog} class="finding" aria-label="Find anything" onKeyDown={moveFocus}>
      <form role="search" onSubmit={enter}>
        <label>
          Page, action, setting, failure code, or id of a session, merchant, client, key or request
          <input
            type="text"
            maxLength={200}
            autocomplete="off"
            autofocus
            onInput={({ currentTarget }) => type(currentTarget.value)}
          />
        </label>
      </form>
      <Problem text={problem} />
      <ul onClick={close}>
        {hits.map(({ kind, text: found, href }, i) => (
          <li key={found}>
            <a href={href} aria-current={(i === 0 && href === first) || undefined}>
              <span class="soft">{kind}</span> <bdi>{found}</bdi> {i === 0 && href === first && <kbd>Enter</kbd>}
            </a>
          </li>
        ))}
      </ul>
      <p role="status">{isAnswered && hits.length === 0 ? NOTHING : ''}</p>
    </dialog>
  );
}

const hit = (kind: string, text: string, ...path: readonly string[]): Hit => ({ kind, text, href: routeTo(path) });

/** What is on a page, besides what its title says. */
const WORDS: Readonly<Record<string, string>> = {
  merchants: 'clients logo webhook',
  keys: 'rotate rotation emergency notice',
  health: 'backup clock certificate database processes',
};

const pageHits = (pages: Pages, textOf: (page: string, title: string) => string, typed: string): Hit[] =>
  Object.entries(pages)
    .filter(([page, title]) => textOf(page, title).toLowerCase().includes(typed.toLowerCase()))
    .map(([page, title]) => hit('Page', title, page));

/** An operator action is on the page of its first word, or on that of a merchant. */
const PAGE_OF: Readonly<Record<string, string>> = { keys: 'keys', audit: 'audit', console: 'health' };
const pageOf = (name: string, merchantPage: readonly string[]): readonly string[] => {
  const page = PAGE_OF[name.replace(/ .*/, '')];
  return page === undefined ? merchantPage : [page];
};

const hitsOf = (
  found: CallResult<'find'>,
  merchantPage: readonly string[],
  nameOf: (merchantId: string) => string,
): Hit[] => [
  ...(found.failedCall === null ? [] : [failedCallHit(found.failedCall)]),
  ...found.merchants.map(({ merchant_id: id }) => hit('Merchant', nameOf(id), 'merchants', id)),
  ...found.clients.map(({ client_id, merchant_id }) => hit('Client', client_id, 'merchants', merchant_id)),
  ...found.sessions.map(({ session_id }) => hit('Session', session_id, 'sessions', session_id)),
  ...found.keys.map(({ key_id }) => hit('Key', key_id, 'keys', key_id)),
  ...found.settings.map((label) => hit('Setting', label, ...merchantPage)),
  ...found.failureCodes.map((code) => ({
    ...hit('Failure', code),
    href: routeTo(['sessions'], { failure_code: code }),
  })),
  ...found.actions
    .filter((name) => may(name as CallName))
    .map((name) => hit('Action', name, ...pageOf(name, merchantPage))),
];

function failedCallHit(failed: NonNullable<CallResult<'find'>['failedCall']>): Hit {
  const { status, code, field, call, request_id } = failed;
  const text = `${status} ${code}${field === null ? '' : ` (${field})`}, ${call}`;
  return hit('Failed call', text, 'calls', request_id);
}

/** The arrow keys walk from the field through the results. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, a')];
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}

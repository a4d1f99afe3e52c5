import { LANGUAGES } from '@authly/contract/wire/languages';
import type { SessionStatus } from '@authly/contract/wire/states';
import { app, hosted, shared } from '../../../packages/ui/test/words.ts';
import type { Truth } from './shop-world.ts';

/** What a person sees in one window. */
export interface View {
  readonly page: 'shop' | 'hosted' | 'app' | 'other';
  readonly screen: string;
  readonly title: string;
  readonly text: string;
  readonly isEmpty: boolean;
  readonly isSignedIn: boolean;
  readonly isAsked: boolean;
  readonly isAtCamera: boolean;
  readonly isPrompted: boolean;
  readonly mood?: string;
  readonly controls: readonly string[];
  /** Those that do not only change the language. */
  readonly waysOn: readonly string[];
  readonly isMainInactive: boolean;
  readonly sessionId?: string;
  /** Of the app that this tab has shown. */
  readonly appSessionId?: string;
  readonly token?: string;
  /** That this tab has followed, to a hosted page and to the app. */
  readonly links: readonly string[];
  readonly staysOpen: boolean;
  readonly wrong: readonly string[];
}

/** What the service may say of the session while a page shows this. A page is on any other screen only for a moment. */
const AGREES: Readonly<Record<string, readonly SessionStatus[]>> = {
  waiting: ['opened'],
  'join-check': ['app_launched'],
  'app-launched': ['app_launched'],
  processing: ['callback_received', 'processing'],
  number: ['app_launched'],
  consent: ['app_launched'],
  finger: ['app_launched'],
  capture: ['app_launched'],
  review: ['app_launched'],
  device: ['app_launched'],
  succeeded: ['succeeded'],
  failed: ['failed'],
  expired: ['expired'],
  canceled: ['canceled'],
  ended: ['succeeded', 'failed', 'expired', 'canceled'],
};
const WITHOUT_SESSION = new Set(['idle', 'invalid-link', 'taken', 'unreachable', 'unsupported', 'other-type']);
const OVER = new Set([...WITHOUT_SESSION, 'ended', 'succeeded', 'failed', 'expired', 'canceled']);
const WAITS_FOR_ANOTHER_DEVICE = new Set(['waiting', 'join-check', 'app-launched', 'processing']);

/** These words in every language. */
const said = <Words extends object>(words: Readonly<Record<string, Words>>, ...keys: (keyof Words)[]): RegExp => {
  const texts = LANGUAGES.flatMap((language) => keys.map((key) => String(words[language]![key])));
  const pattern = texts.map((text) =>
    text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.+'),
  );
  return new RegExp(`^(?:${pattern.join('|')})(?: \\(\\d\\))?$`, 'm');
};
const TITLES: Readonly<Record<string, RegExp>> = {
  succeeded: said(shared, 'succeeded_enroll_title', 'succeeded_verify_title'),
  failed: said(shared, 'failed_title', 'declined_title'),
  expired: said(shared, 'expired_title'),
  canceled: said(shared, 'canceled_title'),
};
const CLOSE_IT_YOURSELF = said(shared, 'close_hint');
const GIVE_UP = [said(hosted, 'cancel', 'join_no'), said(app, 'consent_no', 'number_no', 'capture_stop')];

/** What a press on a control has to lead to. */
const ASK = [said(hosted, 'cancel', 'join_no'), said(app, 'capture_stop', 'number_no')];
const ENDS = [
  ['hosted', said(shared, 'stop_yes'), ['canceled']],
  ['app', said(shared, 'stop_yes'), ['capture_failed', 'device_not_supported', 'user_declined']],
  ['app', said(app, 'consent_no'), ['user_declined']],
] as const;
const GO_ON = [said(shared, 'stop_no')];
const BACK = [said(shared, 'back')];
const SEND = [said(app, 'review_send')];
const isOneOf = (labels: readonly RegExp[], name: string): boolean => labels.some((label) => label.test(name));

/** A control that opens a question. */
export const isQuestion = (name: string): boolean => isOneOf(ASK, name);

interface Pressed {
  readonly name: string;
  readonly before: View;
  readonly truthBefore: Truth | undefined;
  /** Undefined: the window is closed. */
  readonly now: View | undefined;
  readonly truth: Truth | undefined;
}

/** Undefined: the press did what its control says. */
export function brokenPromise(pressed: Pressed): string | undefined {
  const { name, before, now, truth } = pressed;
  const isElsewhere = now === undefined || now.page !== before.page || now.sessionId !== before.sessionId;
  const broken =
    (isOneOf(BACK, name) && !isElsewhere && !CLOSE_IT_YOURSELF.test(now.text)) ||
    (isOneOf(ASK, name) && !isElsewhere && !now.isAsked && truth?.isFinal !== true) ||
    (isOneOf(GO_ON, name) && !isElsewhere && now.isAsked) ||
    (isOneOf(SEND, name) && !isElsewhere && now.screen === 'review') ||
    endsOtherwise(pressed);
  return broken ? `"${name}" was pressed, and it is "${now?.screen}" (${outcomeOf(truth)})` : undefined;
}

const outcomeOf = (truth: Truth | undefined): string | undefined => truth?.failureCode ?? truth?.status;

/** A session that was over, or went on before the press arrived, is not ended by it. Nor is one that another link replaces. */
function endsOtherwise({ name, before, truthBefore, now, truth }: Pressed): boolean {
  const [, , outcomes] = ENDS.find(([page, label]) => page === before.page && label.test(name)) ?? [];
  if (outcomes === undefined || truth?.status === 'expired' || (now && now.sessionId !== before.sessionId))
    return false;
  if (truthBefore?.status !== 'opened' && truthBefore?.status !== 'app_launched') return false;
  return !(outcomes as readonly (string | undefined)[]).includes(outcomeOf(truth));
}

/** Why this view cannot stay, with a connection. Empty: it may. */
export function complaints(view: View, truth: Truth | undefined): string[] {
  const { page, screen, title, text } = view;
  if (page === 'other') return [];
  const found = page === 'shop' ? shopComplaints(view, truth) : pageComplaints(view, truth);
  return found.map(
    (each) => `${page} on "${screen}", "${title}": ${each}${truth ? ` (${truth.status})` : ''}\n${text}`,
  );
}

function shopComplaints({ mood, screen, text, isSignedIn }: View, truth: Truth | undefined): string[] {
  const isGood = /^(?:Paid|Your finger is enrolled)/.test(screen) && !text.includes('Card (demo)');
  return [
    ...(isSignedIn ? [] : ['knows no user']),
    ...(truth?.isFinal && mood === 'open' && screen !== '' ? ['does not say that it is over'] : []),
    ...(truth && isGood && !truth.isGood ? ['says that it is done'] : []),
  ];
}

function pageComplaints(view: View, truth: Truth | undefined): string[] {
  const { page, screen, title, text, staysOpen, waysOn, isPrompted } = view;
  const isOver = OVER.has(screen);
  const agrees = WITHOUT_SESSION.has(screen) || (AGREES[screen]?.includes(truth?.status as SessionStatus) ?? false);
  const isTitled = TITLES[truth?.status ?? '']?.test(title) ?? true;
  const needsText = truth?.text && (page === 'app' ? screen !== 'idle' : WAITS_FOR_ANOTHER_DEVICE.has(screen));
  const leads = waysOn.some((name) => !isOneOf(GIVE_UP, name)) || CLOSE_IT_YOURSELF.test(text);
  const waits = WAITS_FOR_ANOTHER_DEVICE.has(screen) && view.appSessionId !== view.sessionId;
  return [
    ...(agrees ? [] : ['does not agree with the service']),
    ...(isOver && !WITHOUT_SESSION.has(screen) && !isTitled ? ['names another outcome'] : []),
    ...(needsText && !isOver && screen !== 'processing' && !text.includes(truth.text)
      ? ['hides what is approved']
      : []),
    ...(leads || waits || screen === 'processing' || isPrompted || (page === 'hosted' && screen === 'invalid-link')
      ? []
      : ['has no way on']),
    ...(staysOpen ? ['a popup that is over stays open'] : []),
  ];
}

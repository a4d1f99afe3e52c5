import type { HostedSession } from '@authly/contract/hosted/session';
import { clockFace } from '@authly/page-kit/clock-face.ts';
import { initialOf } from '@authly/page-kit/initial.ts';
import { joinParticle } from '@authly/page-kit/korean-particle.ts';
import { pickLanguage } from '@authly/page-kit/languages.ts';
import type { ServiceClock } from '@authly/page-kit/service-clock.ts';
import type { FirstWords } from '../words/first/en.ts';
import { FIRST_WORDS } from '../words/first/languages.ts';

type Child = Node | string;

function element(name: string, attributes: Readonly<Record<string, string>>, ...children: Child[]): Element {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/**
 * What a phone shows first, without the rest of the page, which takes it over node by node once it is there: the same elements as the
 * `Waiting` screen in its frame, which a test holds against each other. What needs the rest cannot be pressed until then.
 */
export function drawFirstView(sheet: Element, session: HostedSession, appUrl: string, clock: ServiceClock): void {
  const { mode, merchant_name: merchant = '', expires_at: expiresAt = '' } = session;
  const words = FIRST_WORDS[pickLanguage([session.locale])];
  const mark = sheet.querySelector('.mark')!.cloneNode(true) as Element;
  mark.setAttribute('class', 'mark');
  const [header, main, footer] = sheet.children as unknown as readonly [Element, Element, Element];
  sheet.setAttribute('data-screen', 'waiting');
  header.append(
    element(
      'p',
      { class: 'countdown' },
      element('span', { class: 'label' }, words.time_left),
      ' ',
      element('time', { role: 'timer' }, clockFace(clock.timeLeft(expiresAt))),
      element('span', { class: 'unseen', role: 'status' }),
    ),
  );
  main.replaceChildren(
    element('p', { class: 'merchant' }, picture(merchant, session.merchant_logo_url), element('bdi', {}, merchant)),
    ...displayText(session.display_text, words, merchant),
    element(
      'div',
      { class: 'screen waiting' },
      element('h1', { tabindex: '-1' }, mode === 'verify' ? words.verify_title : words.enroll_title),
      element('p', { class: 'lead' }, words.phone_lead),
      element('div', { class: 'figure' }, mark),
      element('a', { class: 'main', href: appUrl, target: '_blank', rel: 'noopener noreferrer' }, words.open_app),
      element('p', { class: 'pending' }, words.app_waiting),
      element('button', { type: 'button', class: 'text', disabled: '' }, words.use_other_phone),
    ),
  );
  footer.append(
    element('button', { type: 'button', class: 'quiet', disabled: '' }, words.cancel),
    element('p', { class: 'privacy' }, words.privacy),
  );
}

const picture = (name: string, logo: string | undefined): Element =>
  logo === undefined
    ? element('span', { class: 'initial', 'aria-hidden': 'true' }, initialOf(name))
    : element('img', { class: 'logo', src: logo, alt: '', width: '36', height: '36' });

function displayText(text: string | undefined, words: FirstWords, merchant: string): Element[] {
  if (text === undefined) return [];
  const [before = '', ...rest] = words.display_text_from.split('{merchant}');
  const after = rest.map((part) => element('span', {}, element('bdi', {}, merchant), joinParticle(part)));
  return [
    element(
      'figure',
      { class: 'display-text' },
      element('figcaption', {}, before, ...after),
      element('blockquote', {}, text),
    ),
  ];
}

/**
 * Draws it where nobody sees it, and takes it away, while the service answers: afterwards its code is compiled and its letters are measured. That
 * is half of what a slow phone has left to do once the answer has come.
 */
export function rehearseFirstView(sheet: Element, clock: ServiceClock): void {
  const stage = sheet.cloneNode(true) as Element;
  stage.classList.add('rehearsal');
  const [locale = ''] = navigator.languages;
  drawFirstView(stage, { session_id: '', mode: 'enroll', status: 'opened', merchant_name: 'A', locale }, '', clock);
  sheet.after(stage);
  stage.getBoundingClientRect();
  stage.remove();
}

// Takes the token out of the address bar, asks the service, and draws what a phone shows first. All else comes afterwards, in another file: a
// person on a slow network does not wait for it.
import './arrival.ts';
import { api, device, firstReply } from './first-call.ts';
import { drawFirstView, rehearseFirstView } from './first-view.ts';
import { loadRest } from './load-rest.ts';
import { pickLanguage } from '@authly/page-kit/languages.ts';

const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function showFirst(): Promise<void> {
  const sheet = document.querySelector('#page > .sheet')!;
  rehearseFirstView(sheet, api.clock);
  const session = (await firstReply)?.body;
  const link = api.links.newest('button');
  if (session?.status !== 'opened' || link === undefined) return;
  document.documentElement.lang = pickLanguage([session.locale]);
  drawFirstView(sheet, session, link.app_url, api.clock);
  // Nothing is painted in a tab that nobody sees.
  if (!document.hidden) await painted();
}

// Nobody awaits it here: a module that others wait for would be cut into more files.
void (device === 'phone' && firstReply !== undefined ? showFirst() : Promise.resolve()).then(() => loadRest(api));

import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'authly.handover';
const CONSENT_KEY = 'authly.consent';

/** The hosted page continues as the app in this tab. False where nothing can be stored: the way back would be lost. */
export function handOverToApp(sessionId: string, consented: boolean): boolean {
  try {
    sessionStorage.setItem(STORAGE_KEY, sessionId);
    sessionStorage.setItem(CONSENT_KEY, consented ? sessionId : '');
    return true;
  } catch {
    return false;
  }
}

/** Whether this tab handed over the session of a token: hosted and link tokens begin with its id. */
export const isHandedOver = (token: string | undefined): boolean =>
  token !== undefined && token.split('.')[0] === tabStorage.get(STORAGE_KEY);

/** The user has already agreed on the hosted page. */
export const hasConsented = (sessionId: string): boolean => tabStorage.get(CONSENT_KEY) === sessionId;

/** The hosted page shows the outcome. It replaces the app, so that the back button never leads to a page that is over. */
export const returnToHostedPage = (): void => location.replace(PAGE_PATHS.hosted);

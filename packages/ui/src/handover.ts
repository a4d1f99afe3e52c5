import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'authly.handover';
const TO_APP = 'app';

/** The hosted page continues as the app in this tab. False where nothing can be stored: the way back would be lost. */
export function handOverToApp(): boolean {
  try {
    sessionStorage.setItem(STORAGE_KEY, TO_APP);
    return true;
  } catch {
    return false;
  }
}

export const isHandedOver = (): boolean => tabStorage.get(STORAGE_KEY) === TO_APP;

export const endHandover = (): void => tabStorage.set(STORAGE_KEY, '');

/** The hosted page shows the outcome. It replaces the app, so that the back button never leads to a page that is over. */
export const returnToHostedPage = (): void => location.replace(PAGE_PATHS.hosted);

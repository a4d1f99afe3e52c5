import { tabStorage } from '@authly/ui/tab-storage.ts';
import type { SourceName } from './capture-props.ts';

const STORAGE_KEY = 'authly.app.source';

/** How this person captured last, in this tab: three touches need not choose it three times. */
export function lastSource(): SourceName | undefined {
  return (tabStorage()?.getItem(STORAGE_KEY) ?? undefined) as SourceName | undefined;
}

export function rememberSource(name: SourceName): void {
  try {
    tabStorage()?.setItem(STORAGE_KEY, name);
  } catch {
    // Then it is chosen again.
  }
}

import { tabStorage } from '../visit/kept.ts';
import type { SourceName } from './capture-props.ts';

const KEPT_AS = 'authly.app.source';

/** The way this person captured last, in this tab: three touches need not choose it three times. */
export function usualSource(): SourceName | undefined {
  return (tabStorage()?.getItem(KEPT_AS) ?? undefined) as SourceName | undefined;
}

export function rememberSource(name: SourceName): void {
  try {
    tabStorage()?.setItem(KEPT_AS, name);
  } catch {
    // Then it is chosen again.
  }
}

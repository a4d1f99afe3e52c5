import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';

/** No answer means no sandbox. */
export async function isSandbox(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(PAGE_PATHS.appEnvironment, { cache: 'no-store', signal }).catch(() => undefined);
  const read = (await answer?.json().catch(() => undefined)) as { environment?: string } | undefined;
  return read?.environment === 'test';
}

import { PAGE_PATHS } from '@authly/contract/page-addresses';

/** Whether the service that serves this page is a sandbox. No answer is no sandbox. */
export async function isSandbox(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(PAGE_PATHS.appEnvironment, { cache: 'no-store', signal }).catch(() => undefined);
  const read = (await answer?.json().catch(() => undefined)) as { environment?: string } | undefined;
  return read?.environment === 'test';
}

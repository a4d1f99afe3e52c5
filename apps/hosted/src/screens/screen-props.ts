import type { HostedSession } from '@authly/contract/operations/hosted-session';
import type { Words } from '@authly/ui/words/languages.ts';
import type { HostedApi } from '../hosted-api.ts';
import type { ReturnMethod } from '../return-to-merchant.ts';

export type HostedWords = Words<'shared' | 'hosted'>;

export interface ScreenProps {
  readonly words: HostedWords;
  readonly merchant: string;
  readonly session: HostedSession | undefined;
  readonly api: HostedApi;
  /** An app joined by the code while this page was open. */
  readonly byPhone: boolean;
  readonly returnMethod: ReturnMethod;
  readonly onCancel: () => void;
}

import type { HostedSession } from '@authly/contract/operations/hosted-session';
import type { Words } from '../words/en.ts';
import type { HostedApi } from '../hosted-api.ts';
import type { WayBack } from '../way-back.ts';

/** What every screen is given. */
export interface ScreenProps {
  readonly words: Words;
  /** The merchant's name, or words that stand for it. */
  readonly merchant: string;
  readonly session: HostedSession | undefined;
  readonly api: HostedApi;
  readonly wayBack: WayBack;
  readonly onSession: (session: HostedSession) => void;
  readonly onCancel: () => void;
}

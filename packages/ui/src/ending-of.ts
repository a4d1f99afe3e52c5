import { failureGroupOf } from '@authly/contract/wire/generated/failure-groups';
import type { FinalStatus, Mode } from '@authly/contract/wire/states';
import type { IconName } from './icon.tsx';
import type { Words } from './words/languages.ts';

type Key = keyof Words<'shared'>;

export interface Ending {
  readonly icon: IconName;
  readonly title: Key;
  readonly text: Key;
}

interface EndedSession {
  readonly status: FinalStatus;
  readonly mode: Mode | undefined;
  readonly failureCode: string | undefined;
}

/** How a session ended, for every page that shows it. No page says whether a verification matched. */
export function endingOf({ status, mode, failureCode }: EndedSession): Ending {
  if (status === 'succeeded')
    return mode === 'verify'
      ? { icon: 'back', title: 'succeeded_verify_title', text: 'succeeded_verify_text' }
      : { icon: 'done', title: 'succeeded_enroll_title', text: 'succeeded_enroll_text' };
  if (status === 'expired') return { icon: 'expired', title: 'expired_title', text: 'expired_text' };
  if (status === 'canceled') return { icon: 'stopped', title: 'canceled_title', text: 'failure_declined' };
  const group = failureGroupOf(failureCode);
  const text = `failure_${group}` as const;
  return group === 'declined'
    ? { icon: 'stopped', title: 'declined_title', text }
    : { icon: 'warning', title: 'failed_title', text };
}

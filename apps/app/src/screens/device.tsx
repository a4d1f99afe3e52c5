import { Notice } from '@authly/ui/notice.tsx';
import type { VNode } from 'preact';
import type { ScreenProps } from './screen-props.ts';

export function Device({ words, visit, state: { claim, prompt } }: ScreenProps): VNode {
  const isOpen = prompt === 'open';
  const isEnrollment = claim?.mode === 'enroll';
  const { isNeeded } = visit.device;
  const leave = (): void => (isNeeded ? void visit.giveUp('user_declined') : visit.device.answer(false));
  const [title, text] = isEnrollment
    ? [words.bind_device, `${words.device_text} ${words.device_asks}`]
    : [words.device_title, words.device_asks];
  return (
    <Notice icon="lock" title={title} text={text}>
      <p class="problem" role="alert">
        {prompt === 'failed' ? words.device_problem : ''}
      </p>
      <div class="actions">
        <button type="button" class="main" disabled={isOpen} onClick={() => visit.device.answer(true)}>
          {prompt === 'failed' ? words.retry : words.next}
        </button>
        <button type="button" class="quiet" disabled={isOpen} onClick={leave}>
          {isNeeded ? words.consent_no : words.device_skip}
        </button>
      </div>
    </Notice>
  );
}

import { Notice } from '@authly/ui/notice.tsx';
import type { VNode } from 'preact';
import { isPhone } from '../capture/is-phone.ts';
import type { ScreenProps } from './screen-props.ts';

/** At a verification the stored enrollment decides whether it needs its device. */
export function Device({ words, visit, state: { claim, prompt } }: ScreenProps): VNode {
  const isOpen = prompt === 'open';
  const bind = isPhone(navigator.userAgent) ? words.bind_phone : words.bind_computer;
  const isEnrollment = claim?.mode === 'enroll';
  const isRequired = isEnrollment && claim.device?.mode === 'required';
  const leave = (): void => (isRequired ? void visit.giveUp('user_declined') : visit.device.answer(false));
  return (
    <Notice icon="lock" title={isEnrollment ? bind : words.device_title} text={words.device_text}>
      <p class="problem" role="alert">
        {prompt === 'failed' ? words.device_problem : ''}
      </p>
      <div class="actions">
        <button type="button" class="main" disabled={isOpen} onClick={() => visit.device.answer(true)}>
          {prompt === 'failed' ? words.retry : words.next}
        </button>
        <button type="button" class="quiet" disabled={isOpen} onClick={leave}>
          {isRequired ? words.consent_no : words.device_skip}
        </button>
      </div>
    </Notice>
  );
}

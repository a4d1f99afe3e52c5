import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Heading } from '../heading.tsx';
import type { ScreenProps } from './screen-props.ts';

/** An app came by the code: is it the person's own? A bystander who scanned first gains nothing. */
export function JoinCheck({ words, merchant, session, api, onSession, onCancel }: ScreenProps): VNode {
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const code = session?.match_code ?? '';
  const confirm = async (): Promise<void> => {
    setSending(true);
    const reply = await api.confirm().catch(() => undefined);
    setSending(false);
    setFailed(reply === undefined || (reply.body === undefined && reply.status !== 409));
    if (reply?.body) onSession(reply.body);
  };
  return (
    <div class="screen join-check">
      <Heading text={words.join_title} merchant={merchant} />
      <p class="lead">{words.join_lead}</p>
      <p class="match-code">
        <span class="unseen">{words.join_code.replace('{code}', code)}</span>
        {code.split('').map((digit, place) => (
          <span key={place} aria-hidden="true">
            {digit}
          </span>
        ))}
      </p>
      <p class="problem" role="alert">
        {failed ? words.action_failed : ''}
      </p>
      <button type="button" class="main" disabled={sending} onClick={() => void confirm()}>
        {words.join_yes}
      </button>
      <button type="button" class="text danger" onClick={onCancel}>
        {words.join_no}
      </button>
    </div>
  );
}

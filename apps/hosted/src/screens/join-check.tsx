import { Heading } from '@authly/ui/heading.tsx';
import { MatchCode } from '@authly/ui/match-code.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ScreenProps } from './screen-props.ts';

/** An app joined by the code. The user confirms that it is theirs, so a bystander who scanned first gains nothing. */
export function JoinCheck({ words, merchant, session, api, onSession, onCancel }: ScreenProps): VNode {
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const confirm = async (): Promise<void> => {
    setSending(true);
    const reply = await api.confirm().catch(() => undefined);
    setSending(false);
    setFailed(reply === undefined || (reply.body === undefined && reply.status !== 409));
    if (reply?.body) onSession(reply.body);
  };
  return (
    <div class="screen join-check">
      <Heading text={words.join_title} owner={merchant} />
      <p class="lead">{words.join_lead}</p>
      <MatchCode code={session?.match_code ?? ''} label={words.code_to_compare} />
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

import { Question } from '@authly/ui/question.tsx';
import { Sentence } from '@authly/ui/sentence.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { HostedWords } from './screens/screen-props.ts';

interface CancelProps {
  readonly words: HostedWords;
  readonly text: string;
  readonly merchant: string;
  readonly onCancel: () => Promise<boolean>;
  readonly onClose: () => void;
}

export function CancelQuestion({ words, text, merchant, onCancel, onClose }: CancelProps): VNode {
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const cancel = async (): Promise<void> => {
    setSending(true);
    setFailed(!(await onCancel()));
    setSending(false);
  };
  return (
    <Question
      title={words.cancel_question}
      yes={words.cancel_yes}
      no={words.cancel_no}
      problem={failed ? words.action_failed : ''}
      busy={sending}
      onYes={() => void cancel()}
      onClose={onClose}
    >
      <Sentence text={text} merchant={merchant} />
    </Question>
  );
}

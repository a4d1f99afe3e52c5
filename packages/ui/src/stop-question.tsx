import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Question } from './question.tsx';
import { Sentence } from './sentence.tsx';
import type { Words } from './words/languages.ts';

interface StopQuestionProps {
  readonly words: Words<'shared'>;
  /** Another link waits for the end of this session. */
  readonly isReplaced: boolean;
  readonly merchant: string;
  /** Resolves to false if the session goes on. */
  readonly onStop: () => Promise<boolean>;
  readonly onClose: () => void;
}

export function StopQuestion({ words, isReplaced, merchant, onStop, onClose }: StopQuestionProps): VNode {
  const [state, setState] = useState<'asked' | 'sending' | 'failed'>('asked');
  const stop = async (): Promise<void> => {
    setState('sending');
    setState((await onStop()) ? 'asked' : 'failed');
  };
  return (
    <Question
      title={words.stop_title}
      yes={words.stop_yes}
      no={words.stop_no}
      problem={state === 'failed' ? words.action_failed : ''}
      busy={state === 'sending'}
      onYes={() => void stop()}
      onClose={onClose}
    >
      <Sentence text={isReplaced ? words.switch_text : words.stop_text} merchant={merchant} />
    </Question>
  );
}

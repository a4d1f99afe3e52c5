import { Question } from '@authly/ui/question.tsx';
import { Sentence } from '@authly/ui/sentence.tsx';
import type { VNode } from 'preact';
import type { AppWords } from '../capture/capture-props.ts';

interface StopProps {
  readonly words: AppWords;
  readonly merchant: string;
  readonly onStop: () => void;
  readonly onContinue: () => void;
}

export const StopQuestion = ({ words, merchant, onStop, onContinue }: StopProps): VNode => (
  <Question title={words.stop_title} yes={words.stop_yes} no={words.stop_no} onYes={onStop} onClose={onContinue}>
    <Sentence text={words.stop_text} merchant={merchant} />
  </Question>
);

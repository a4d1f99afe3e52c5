import { InProgress } from '@authly/ui/in-progress.tsx';
import type { VNode } from 'preact';
import type { ScreenProps } from './screen-props.ts';

export const Joining = ({ words }: ScreenProps): VNode => <InProgress title={words.joining_title} merchant="" />;

export const Reading = ({ words }: ScreenProps): VNode => <InProgress title={words.reading_title} merchant="" />;

export function Sending({ words, state: { claim, reported } }: ScreenProps): VNode {
  const text = reported ? words.stopping : claim?.mode === 'verify' ? words.processing_verify : words.processing_enroll;
  return <InProgress title={words.processing_title} text={text} merchant={claim?.merchant_name ?? ''} />;
}

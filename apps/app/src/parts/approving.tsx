import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import { DisplayText } from '@authly/ui/display-text.tsx';
import type { VNode } from 'preact';
import type { AppWords } from '../capture/capture-props.ts';

/** What the user approves. The sheet shows it on every screen until the result, above the control that approves. */
export const Approving = ({ words, claim }: { words: AppWords; claim: ClaimResponse }): VNode | null =>
  claim.display_text === undefined ? null : (
    <DisplayText text={claim.display_text} from={words.display_text_from} merchant={claim.merchant_name} />
  );

import type { Finger } from '@authly/contract/wire/fingers';
import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { FingerChoice } from '../parts/finger-choice.tsx';
import type { ScreenProps } from './screen-props.ts';

export function ChooseFinger({ words, visit, state }: ScreenProps): VNode {
  const [chosen, setChosen] = useState<Finger>(state.finger ?? 'RI');
  return (
    <div class="screen choose-finger">
      <Heading text={words.finger_title} />
      <p class="lead">{words.finger_lead}</p>
      <FingerChoice words={words} name="finger" chosen={chosen} onChoose={setChosen} />
      <div class="actions">
        <button type="button" class="main" onClick={() => visit.chooseFinger(chosen)}>
          {words.next}
        </button>
        <button type="button" class="quiet" onClick={() => void visit.giveUp('user_declined')}>
          {words.consent_no}
        </button>
      </div>
    </div>
  );
}

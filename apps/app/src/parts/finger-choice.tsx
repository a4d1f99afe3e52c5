import type { Finger } from '@authly/contract/wire/fingers';
import type { VNode } from 'preact';
import type { AppWords } from '../capture/capture-props.ts';
import { Hands } from './hands.tsx';

const ORDER: readonly Finger[] = ['LM', 'RM', 'LI', 'RI'];

interface Props {
  readonly words: AppWords;
  readonly name: string;
  readonly chosen: Finger | undefined;
  readonly onChoose: (finger: Finger) => void;
}

export function FingerChoice({ words, name, chosen, onChoose }: Props): VNode {
  return (
    <fieldset class="finger-choice">
      <legend class="unseen">{words.finger_title}</legend>
      <Hands chosen={chosen} onChoose={onChoose} />
      <div class="options">
        {ORDER.map((finger) => (
          <label key={finger} class="option">
            <input
              type="radio"
              name={name}
              value={finger}
              checked={chosen === finger}
              onChange={() => onChoose(finger)}
            />
            <span>{words[`finger_${finger}`]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import type { Finger } from '@authly/contract/wire/fingers';
import type { ComponentChildren, VNode } from 'preact';
import type { AppWords } from '../capture/capture-props.ts';

const ORDER: readonly Finger[] = ['LM', 'RM', 'LI', 'RI'];

interface Props {
  readonly words: AppWords;
  readonly label: string;
  readonly name: string;
  readonly chosen: Finger | undefined;
  readonly onChoose: (finger: Finger) => void;
  readonly children: ComponentChildren;
}

export function FingerChoice({ words, label, name, chosen, onChoose, children }: Props): VNode {
  return (
    <fieldset class="finger-choice">
      <legend class="unseen">{label}</legend>
      {children}
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

import { deviceStorage } from '@authly/ui/storage.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { FingerChoice } from '../parts/finger-choice.tsx';
import type { CaptureProps } from './capture-props.ts';
import { useNext } from './use-next.ts';
import type { CaptureSource } from '../worker/messages.ts';
import { nextImpression, PERSONS, syntheticFinger, type Person } from './synthetic-fingers.ts';

let lastPerson: Person = 'a';

export function Synthetic({ words, finger: wanted, taken, isNext, onCapture, onCaptureAll }: CaptureProps): VNode {
  const [person, setPerson] = useState(lastPerson);
  const [finger, setFinger] = useState(wanted);
  const [smudged, setSmudged] = useState(false);
  const focused = useNext(isNext);
  const next = (): CaptureSource => {
    lastPerson = person;
    const impression = nextImpression(deviceStorage, Math.random());
    return { from: 'synthetic', finger: syntheticFinger(person, finger), impression, smudged };
  };
  return (
    <div class="source synthetic">
      <p class="hint">{words.synthetic_lead}</p>
      <fieldset class="persons">
        <legend class="unseen">{words.source_synthetic}</legend>
        {PERSONS.map((one) => (
          <label key={one} class="option">
            <input type="radio" name="person" value={one} checked={person === one} onChange={() => setPerson(one)} />
            <span>{words.synthetic_person.replace('{name}', one.toUpperCase())}</span>
          </label>
        ))}
      </fieldset>
      <details class="more">
        <summary>{words.synthetic_more}</summary>
        <FingerChoice words={words} name="synthetic-finger" chosen={finger} onChoose={setFinger} />
        <label class="tick">
          <input
            type="checkbox"
            checked={smudged}
            onChange={({ currentTarget }) => setSmudged(currentTarget.checked)}
          />
          {words.synthetic_smudged}
        </label>
      </details>
      <button type="button" class="main" onClick={() => onCaptureAll(next, finger)}>
        {words.synthetic_all}
      </button>
      <button {...focused} type="button" class="quiet" onClick={() => onCapture(next(), finger)}>
        {taken > 0 ? words.capture_again : words.synthetic_capture}
      </button>
    </div>
  );
}

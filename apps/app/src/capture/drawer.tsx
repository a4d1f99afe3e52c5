import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { DrawerPicture } from '../parts/drawer-picture.tsx';
import { FingerChoice } from '../parts/finger-choice.tsx';
import type { CaptureProps } from './capture-props.ts';
import { deviceStorage } from './device-storage.ts';
import { nextImpression, PERSONS, syntheticFinger, type Person } from './drawer-fingers.ts';

/** Choices outlive the screen: the second touch is mostly of the same finger. */
let lastPerson: Person = 'a';

/** The sandbox's drawer of synthetic fingers: every outcome can be tried without a finger or a camera. */
export function Drawer({ words, finger: wanted, taken, onTouch }: CaptureProps): VNode {
  const [person, setPerson] = useState(lastPerson);
  const [finger, setFinger] = useState(wanted);
  const [smudged, setSmudged] = useState(false);
  const capture = (): void => {
    lastPerson = person;
    const impression = nextImpression(deviceStorage(), Math.random());
    onTouch({ from: 'synthetic', finger: syntheticFinger(person, finger), impression, smudged }, finger);
  };
  return (
    <div class="source drawer">
      <p class="hint">{words.synthetic_lead}</p>
      <fieldset class="persons">
        <legend class="unseen">{words.synthetic_person}</legend>
        {PERSONS.map((one) => (
          <label key={one} class="option">
            <input type="radio" name="person" value={one} checked={person === one} onChange={() => setPerson(one)} />
            <span>{words[`synthetic_person_${one}`]}</span>
          </label>
        ))}
      </fieldset>
      <FingerChoice
        words={words}
        label={words.synthetic_finger}
        name="drawer-finger"
        chosen={finger}
        onChoose={setFinger}
      >
        <DrawerPicture owner={words[`synthetic_person_${person}`].at(-1)!} chosen={finger} onChoose={setFinger} />
      </FingerChoice>
      <label class="tick">
        <input type="checkbox" checked={smudged} onChange={({ currentTarget }) => setSmudged(currentTarget.checked)} />
        {words.synthetic_smudged}
      </label>
      <button type="button" class="main" onClick={capture}>
        {taken > 0 ? words.capture_again : words.synthetic_capture}
      </button>
    </div>
  );
}

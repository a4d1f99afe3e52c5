import type { Finger } from '@authly/contract/fingers';
import type { VNode } from 'preact';

/** As they lie in the drawer, the left hand's on the left. */
const PLACES: readonly Finger[] = ['LM', 'LI', 'RI', 'RM'];
/** The ridges of a fingertip, around the middle of its pad. */
const RIDGES = 'M-9 9C-13-8-7-19 0-19s13 11 9 28M-5.5 11C-9-4-5-14 0-14s9 10 5.5 25M-2 12C-5-2-3-9 0-9s5 7 2 21M0-4v15';

interface Props {
  /** Whose drawer it is: the letter on its label. */
  readonly owner: string;
  readonly chosen: Finger | undefined;
  readonly onChoose: (finger: Finger) => void;
}

/** The open drawer with its four made-up fingers; the chosen one is taken out a little. A picture beside the names, which are the control. */
export function DrawerPicture({ owner, chosen, onChoose }: Props): VNode {
  return (
    <svg class="drawer-picture" viewBox="0 0 240 112" aria-hidden="true" focusable="false">
      <path class="inside" d="M30 30h180l14 44H16z" />
      {PLACES.map((finger, place) => (
        <g
          key={finger}
          class={finger === chosen ? 'sample chosen' : 'sample'}
          transform={`translate(${54 + place * 44} ${finger === chosen ? 40 : 52})`}
          onClick={() => onChoose(finger)}
        >
          <path class="pad" d="M-15 36V-2C-15-32 15-32 15-2v38z" />
          <path class="ridges" d={RIDGES} />
        </g>
      ))}
      <path class="front" d="M12 72h216a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H12a6 6 0 0 1-6-6V78a6 6 0 0 1 6-6z" />
      <rect class="label" x="92" y="79" width="56" height="22" rx="4" />
      <text x="120" y="95">
        {owner}
      </text>
    </svg>
  );
}

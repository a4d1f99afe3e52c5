import type { Finger } from '@authly/contract/wire/fingers';
import type { VNode } from 'preact';

/** The right hand, seen from its back. The left one is its mirror image. */
const PALM =
  'M31 74C29 88 31 106 39 117c5 7 14 10 25 10 13 0 22-4 27-14 4-9 6-28 5-42-8-7-22-10-33-10-13 0-25 4-32 13Z';
const THUMB = 'M36 112C27 108 19 98 13 87 9 80 4 72 3 66c-1-5 5-8 10-4 7 6 14 15 23 21Z';

const FINGER_SHAPES = {
  index: { x: 39.5, y: 74, lean: -7, length: 56 },
  middle: { x: 56, y: 69, lean: -1.5, length: 64 },
  ring: { x: 72.5, y: 71, lean: 4.5, length: 57 },
  little: { x: 87.5, y: 79, lean: 12, length: 43 },
} as const;

const CODES: Readonly<Record<string, Finger>> = {
  'left index': 'LI',
  'left middle': 'LM',
  'right index': 'RI',
  'right middle': 'RM',
};

interface Props {
  readonly chosen: Finger | undefined;
  readonly onChoose?: ((finger: Finger) => void) | undefined;
}

/** A shortcut to the radio buttons below it, which are the accessible control. */
export function Hands({ chosen, onChoose }: Props): VNode {
  return (
    <svg class="hands" viewBox="0 0 220 130" aria-hidden="true" focusable="false">
      <g transform="matrix(-1 0 0 1 104 0)">
        <Hand side="left" chosen={chosen} onChoose={onChoose} />
      </g>
      <g transform="translate(116 0)">
        <Hand side="right" chosen={chosen} onChoose={onChoose} />
      </g>
    </svg>
  );
}

function Hand({ side, chosen, onChoose }: Props & { readonly side: 'left' | 'right' }): VNode {
  return (
    <>
      <path class="edge" d={PALM} />
      <path class="skin" d={THUMB} />
      <path class="nail" d="M6 65c-1-3 3-4 6-1l4 4c-2 2-4 3-6 4Z" />
      {Object.entries(FINGER_SHAPES).map(([name, { x, y, lean, length }]) => {
        const finger = CODES[`${side} ${name}`];
        return (
          <g
            key={name}
            class={finger && (finger === chosen ? 'finger chosen' : 'finger')}
            transform={`translate(${x} ${y}) rotate(${lean})`}
            onClick={finger && onChoose && (() => onChoose(finger))}
          >
            <path class="skin" d={fingerOf(length)} />
            <path class="crease" d={`M-4.5 ${-length * 0.42}q4.5-2 9 0M-4 ${-length * 0.68}q4-1.8 8 0`} />
            <path class="nail" d={nailOf(length)} />
          </g>
        );
      })}
      <path class="skin palm" d={PALM} />
    </>
  );
}

const fingerOf = (length: number): string =>
  `M-7.5 8C-7.8 ${-length * 0.3}-6.8 ${-length * 0.7}-6.3 ${-(length - 7)}C-5.8 ${-(length + 2)} 5.8 ${-(length + 2)} 6.3 ${-(length - 7)}C6.8 ${-length * 0.7} 7.8 ${-length * 0.3} 7.5 8Z`;

const nailOf = (length: number): string =>
  `M-3.6 ${-(length - 11)}C-4.2 ${-(length - 1.5)} 4.2 ${-(length - 1.5)} 3.6 ${-(length - 11)}Q0 ${-(length - 13.5)}-3.6 ${-(length - 11)}Z`;

import { FINGERS, type Finger } from '@authly/contract/fingers';
import type { VNode } from 'preact';

/** One hand, seen from its back as its owner sees it: the right one; the left one is its mirror image. */
const PALM = 'M33 84c-7-6-15-15-22-20-6-4-11 2-7 8 8 12 17 27 26 37 8 9 20 13 33 12 19-2 29-15 30-33V60H33z';
const FINGER_SHAPES = {
  index: { x: 33, y: 14, height: 66 },
  middle: { x: 49, y: 4, height: 74 },
  ring: { x: 65, y: 11, height: 66 },
  little: { x: 80, y: 30, height: 48 },
} as const;

const CODES: Readonly<Record<'left' | 'right', { index: Finger; middle: Finger }>> = {
  left: { index: 'LI', middle: 'LM' },
  right: { index: 'RI', middle: 'RM' },
};

interface Props {
  readonly chosen: Finger | undefined;
  /** Absent: a picture only. */
  readonly onChoose?: (finger: Finger) => void;
}

/** A picture beside the names: tapping a finger is a shortcut, the names are the control. */
export function Hands({ chosen, onChoose }: Props): VNode {
  return (
    <svg class="hands" viewBox="0 0 220 126" aria-hidden="true" focusable="false">
      <g transform="matrix(-1 0 0 1 102 0)">
        <Hand side="left" chosen={chosen} onChoose={onChoose} />
      </g>
      <g transform="translate(118 0)">
        <Hand side="right" chosen={chosen} onChoose={onChoose} />
      </g>
    </svg>
  );
}

function Hand({
  side,
  chosen,
  onChoose,
}: {
  side: 'left' | 'right';
  chosen: Finger | undefined;
  onChoose: ((finger: Finger) => void) | undefined;
}): VNode {
  return (
    <>
      <path class="skin" d={PALM} />
      {Object.entries(FINGER_SHAPES).map(([name, { x, y, height }]) => {
        const finger = (CODES[side] as Record<string, Finger>)[name];
        const isOne = finger !== undefined && FINGERS.includes(finger);
        return (
          <g
            key={name}
            class={isOne ? (finger === chosen ? 'finger chosen' : 'finger') : 'skin'}
            onClick={isOne && onChoose ? () => onChoose(finger) : undefined}
          >
            <rect x={x} y={y} width="13" height={height} rx="6.5" />
            {isOne && <ellipse class="tip" cx={x + 6.5} cy={y + 9} rx="4" ry="5.4" />}
          </g>
        );
      })}
    </>
  );
}

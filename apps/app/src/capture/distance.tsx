import { RIDGES } from '@authly/ui/ridges.ts';
import type { VNode } from 'preact';
import type { AppWords } from './capture-props.ts';
import { TIP } from './guide.tsx';

const FINGER_WIDTHS = { far: 30, right: 84 } as const;

export const Distance = ({ words }: { readonly words: AppWords }): VNode => (
  <div class="distance">
    {(['far', 'right'] as const).map((name) => (
      <figure key={name} class={name}>
        <Drawing name={name} />
        <figcaption>{words[`camera_${name}`]}</figcaption>
      </figure>
    ))}
  </div>
);

function Drawing({ name }: { readonly name: keyof typeof FINGER_WIDTHS }): VNode {
  const width = FINGER_WIDTHS[name];
  const top = name === 'far' ? 66 : 20;
  return (
    <svg viewBox="0 0 120 150" aria-hidden="true" focusable="false">
      <g transform={`translate(60 ${top})`}>
        <path class="tip" transform={`scale(${width})`} d={TIP} vector-effect="non-scaling-stroke" />
        <g class="ridges" transform={`translate(${-0.36 * width} ${0.14 * width}) scale(${(0.72 * width) / 96})`}>
          {RIDGES.map((ridge) => (
            <path key={ridge} d={ridge} />
          ))}
        </g>
      </g>
      <circle class="badge" cx="100" cy="20" r="13" />
      <path class="sign" d={name === 'far' ? 'M95 15l10 10M105 15l-10 10' : 'M94 20.5l4.5 4.5 8-9'} />
    </svg>
  );
}

import { Heading } from '@authly/page-kit/heading.tsx';
import type { VNode } from 'preact';
import { clarityOf, verdictOf } from '../capture/verdict.ts';
import { RidgePicture } from '../parts/ridge-picture.tsx';
import { TouchProgress } from '../parts/touch-progress.tsx';
import { TOUCHES } from '../visit/state.ts';
import type { ScreenProps } from './screen-props.ts';

const FAIR = 50;

/** What was found in the touch, for the person to see; one that is too poor is asked for again and never sent. */
export function Review({ words, visit, state: { latest, claim, touches } }: ScreenProps): VNode | null {
  if (!latest) return null;
  const verdict = verdictOf(latest);
  const total = TOUCHES[claim?.mode ?? 'verify'];
  const isLast = touches.length + 1 >= total;
  const clarity = clarityOf(latest.view);
  const count = String(latest.view?.minutiae.length ?? 0);
  return (
    <div class={`screen review ${verdict}`}>
      <Heading text={words[`review_${verdict}_title`]} owner="Authly" />
      <p class="lead">{words[`review_${verdict}_text`]}</p>
      {total > 1 && <TouchProgress words={words} taken={touches.length} total={total} />}
      {latest.image && (
        <RidgePicture image={latest.image} view={latest.view} label={words.review_image.replace('{count}', count)} />
      )}
      <p class="clarity">
        <span id="clarity">{words.review_clarity}</span>
        <span
          class={clarity < FAIR ? 'bar low' : 'bar'}
          role="meter"
          aria-labelledby="clarity"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={clarity}
        >
          <span style={{ width: `${clarity}%` }} />
        </span>
      </p>
      <div class="actions">
        {verdict === 'good' && (
          <button type="button" class="main" onClick={() => void visit.accept()}>
            {isLast ? words.review_send : words.review_use}
          </button>
        )}
        <button type="button" class={verdict === 'good' ? 'quiet' : 'main'} onClick={visit.again}>
          {words.review_again}
        </button>
        {verdict === 'other' && (
          <button type="button" class="quiet" onClick={visit.startOver}>
            {words.review_over}
          </button>
        )}
      </div>
    </div>
  );
}

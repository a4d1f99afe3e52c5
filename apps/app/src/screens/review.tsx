import { TOUCHES } from '@authly/ui/app/touches.ts';
import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import { clarityOf } from '../capture/clarity.ts';
import { TouchPicture } from '../parts/touch-picture.tsx';
import { TouchProgress } from '../parts/touch-progress.tsx';
import type { ScreenProps } from './screen-props.ts';

/** Below it the bar is shown in a warning colour. */
const FAIR_CLARITY = 50;

/** What was found in the touch, for the person to see; one that is too poor is asked for again and never sent. */
export function Review({ words, visit, state: { latest, claim, touches } }: ScreenProps): VNode | null {
  if (!latest) return null;
  const { assessment, fault, picture, minutiaeCount } = latest;
  const total = TOUCHES[claim?.mode ?? 'verify'];
  const isLast = touches.length + 1 >= total;
  const clarity = clarityOf(latest);
  return (
    <div class={`screen review ${assessment}`}>
      <Heading text={words[`review_${assessment}_title`]} owner="Authly" />
      <p class="lead">{fault ? words[`fault_${fault}`] : words[`review_${assessment}_text`]}</p>
      {total > 1 && <TouchProgress words={words} taken={touches.length} total={total} />}
      {picture && (
        <TouchPicture picture={picture} label={words.review_image.replace('{count}', String(minutiaeCount))} />
      )}
      <p class="clarity">
        <span id="clarity">{words.review_clarity}</span>
        <span
          class={clarity < FAIR_CLARITY ? 'bar low' : 'bar'}
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
        {assessment === 'good' && (
          <button type="button" class="main" onClick={() => void visit.accept()}>
            {isLast ? words.review_send : words.review_use}
          </button>
        )}
        <button type="button" class={assessment === 'good' ? 'quiet' : 'main'} onClick={visit.again}>
          {words.capture_again}
        </button>
        {assessment === 'other' && (
          <button type="button" class="quiet" onClick={visit.startOver}>
            {words.review_over}
          </button>
        )}
      </div>
    </div>
  );
}

import { CAPTURES } from '@authly/app-client/captures.ts';
import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useCountdown } from '@authly/ui/use-countdown.ts';
import type { Picture } from '../capture/picture.ts';
import { CaptureProgress } from '../parts/capture-progress.tsx';
import type { ScreenProps } from './screen-props.ts';

const FAIR_CLARITY = 50;
const GOES_ON_AFTER_S = 2;

/** Clear ridges are not enough if few of them end or fork. */
export const clarityOf = ({ quality, minutiaeCount }: { quality: number; minutiaeCount: number }): number =>
  Math.min(quality, minutiaeCount * 4);

/** A good capture is accepted automatically. The last one of an enrollment is sent by the user, who may never have seen the page send before. */
export function Review({ words, visit, state: { latest, claim, captures, question } }: ScreenProps): VNode | null {
  const total = CAPTURES[claim?.mode ?? 'verify'];
  const isLast = captures.length + 1 >= total;
  const goesOn = latest?.assessment === 'good' && (!isLast || claim?.mode === 'verify');
  const left = useCountdown(goesOn ? GOES_ON_AFTER_S : 0, () => void visit.accept(), question !== undefined);
  if (!latest) return null;
  const { assessment, fault, picture, minutiaeCount } = latest;
  return (
    <div class={`screen review ${assessment}`}>
      <Heading text={words[`review_${assessment}_title`]} />
      <p class="lead">{fault ? words[`fault_${fault}`] : words[`review_${assessment}_text`]}</p>
      {total > 1 && <CaptureProgress words={words} taken={captures.length} total={total} />}
      {picture && (
        <CapturePicture picture={picture} label={words.review_image.replace('{count}', String(minutiaeCount))} />
      )}
      {assessment !== 'failed' && <Clarity label={words.review_clarity} clarity={clarityOf(latest)} />}
      <div class="actions">
        {goesOn && (
          <p class={left > 0 ? 'goes-on counting' : 'goes-on'}>
            <span role="alert">{words.review_goes_on}</span>
            {/* Any press stops the countdown. */}
            <button type="button" class="text">
              {words.review_hold}
            </button>
          </p>
        )}
        {assessment === 'good' && (
          <button type="button" class="main" onClick={() => void visit.accept()}>
            {isLast ? words.review_send : words.review_use}
            {left > 0 && <span aria-hidden="true"> ({left})</span>}
          </button>
        )}
        <button type="button" class={assessment === 'good' ? 'quiet' : 'main'} onClick={visit.again}>
          {assessment === 'failed' ? words.retry : words.capture_again}
        </button>
        {assessment === 'failed' && (
          <button type="button" class="quiet" onClick={() => void visit.giveUp('device_not_supported')}>
            {words.capture_stop}
          </button>
        )}
        {assessment === 'other' && (
          <button type="button" class="quiet" onClick={visit.startOver}>
            {words.review_over}
          </button>
        )}
      </div>
    </div>
  );
}

function Clarity({ label, clarity }: { label: string; clarity: number }): VNode {
  return (
    <p class="clarity">
      <span id="clarity">{label}</span>
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
  );
}

function CapturePicture({ picture, label }: { picture: Picture; label: string }): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, data } = picture;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    context?.putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0);
    return () => context?.clearRect(0, 0, width, height);
  }, [picture]);
  return <canvas ref={canvas} class="capture-picture" width={width} height={height} role="img" aria-label={label} />;
}

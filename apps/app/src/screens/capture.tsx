import { TOUCHES } from '@authly/ui/app/touches.ts';
import { Heading } from '@authly/ui/heading.tsx';
import type { ComponentType, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Camera } from '../capture/camera.tsx';
import type { CaptureProps, SourceName } from '../capture/capture-props.ts';
import { Drawer } from '../capture/drawer.tsx';
import { Photo } from '../capture/photo.tsx';
import { mayHaveReader, Reader } from '../capture/reader.tsx';
import { lastSource, rememberSource } from '../capture/last-source.ts';
import { StopQuestion } from '../parts/stop-question.tsx';
import { TouchProgress } from '../parts/touch-progress.tsx';
import type { ScreenProps } from './screen-props.ts';

const SOURCES: Readonly<Record<SourceName, ComponentType<CaptureProps>>> = {
  camera: Camera,
  photo: Photo,
  synthetic: Drawer,
  reader: Reader,
};

/** One touch, by whichever way the person likes. The drawer of synthetic fingers is there in the sandbox only, a reader not on phones. */
export function Capture({ words, visit, state }: ScreenProps): VNode {
  const { claim, finger = 'RI', touches, sandbox } = state;
  const names: readonly SourceName[] = [
    ...(sandbox ? (['synthetic'] as const) : []),
    'camera',
    'photo',
    ...(mayHaveReader(navigator.userAgent) ? (['reader'] as const) : []),
  ];
  const [picked, setPicked] = useState(lastSource);
  const current = picked && names.includes(picked) ? picked : names[0]!;
  const [asking, setAsking] = useState(false);
  const [cameraMissing, setCameraMissing] = useState(false);
  const Source = SOURCES[current];
  const total = TOUCHES[claim?.mode ?? 'verify'];
  const pick = (name: SourceName): void => {
    rememberSource(name);
    setPicked(name);
  };
  return (
    <div class="screen capture">
      <Heading text={words.capture_title} owner="Authly" />
      <p class="lead">
        <strong>{words[`finger_${finger}`]}</strong>
      </p>
      {total > 1 && <TouchProgress words={words} taken={touches.length} total={total} />}
      {touches.length > 0 && <p class="hint">{words.capture_more}</p>}
      <div class="sources" role="group" aria-label={words.source}>
        {names.map((name) => (
          <button key={name} type="button" aria-pressed={name === current} onClick={() => pick(name)}>
            {words[`source_${name}`]}
          </button>
        ))}
      </div>
      <Source
        words={words}
        finger={finger}
        taken={touches.length}
        onTouch={(source, pressed) => void visit.capture(source, pressed)}
        onLook={visit.look}
        onMissing={() => setCameraMissing(true)}
      />
      <div class="ways-out">
        {claim?.mode === 'enroll' && touches.length === 0 && (
          <button type="button" class="text" onClick={visit.changeFinger}>
            {words.capture_change}
          </button>
        )}
        <button type="button" class="text" onClick={() => setAsking(true)}>
          {words.capture_stop}
        </button>
      </div>
      {asking && (
        <StopQuestion
          words={words}
          merchant={claim?.merchant_name ?? ''}
          onContinue={() => setAsking(false)}
          onStop={() => void visit.giveUp(cameraMissing ? 'device_not_supported' : 'capture_failed')}
        />
      )}
    </div>
  );
}

import { CAPTURES } from '@authly/app-client/captures.ts';
import { Heading } from '@authly/ui/heading.tsx';
import { deviceStorage } from '@authly/ui/storage.ts';
import type { ComponentType, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Camera } from '../capture/camera.tsx';
import type { CaptureProps, SourceName } from '../capture/capture-props.ts';
import { isPhone } from '../capture/is-phone.ts';
import { Synthetic } from '../capture/synthetic.tsx';
import { CaptureProgress } from '../parts/capture-progress.tsx';
import { Reader } from '../reader/reader.tsx';
import type { ScreenProps } from './screen-props.ts';

const SOURCES: Readonly<Record<SourceName, ComponentType<CaptureProps>>> = {
  camera: Camera,
  synthetic: Synthetic,
  reader: Reader,
};

/** The source of this device's last capture: a finger is verified the way it was enrolled. */
const LAST_SOURCE = 'authly.app.source';

export function Capture({ words, visit, state }: ScreenProps): VNode {
  const { claim, finger = 'RI', captures, sandbox, question } = state;
  const onPhone = isPhone(navigator.userAgent);
  const names: readonly SourceName[] = [
    ...(sandbox ? (['synthetic'] as const) : []),
    'camera',
    ...(claim?.reader && !onPhone ? (['reader'] as const) : []),
  ];
  const [picked, setPicked] = useState(() => deviceStorage.get(LAST_SOURCE));
  const current = names.find((name) => name === picked) ?? names[0]!;
  const [switched, setSwitched] = useState(false);
  const [cameraMissing, setCameraMissing] = useState(false);
  const reason = cameraMissing ? 'device_not_supported' : 'capture_failed';
  const Source = SOURCES[current];
  const total = CAPTURES[claim?.mode ?? 'verify'];
  const pick = (name: SourceName): void => {
    deviceStorage.set(LAST_SOURCE, name);
    setPicked(name);
    setSwitched(true);
  };
  return (
    <div class="screen capture">
      <Heading text={words.capture_title} focuses={captures.length === 0} />
      <p class="lead">
        <strong>{words[`finger_${finger}`]}</strong>
      </p>
      {total > 1 && <CaptureProgress words={words} taken={captures.length} total={total} />}
      {captures.length > 0 && <p class="hint">{words.capture_more}</p>}
      {names.length > 1 && (
        <div class="sources" role="group" aria-label={words.source}>
          {names.map((name) => (
            <button key={name} type="button" aria-pressed={name === current} onClick={() => pick(name)}>
              {words[`source_${name}`]}
            </button>
          ))}
        </div>
      )}
      {names.includes('reader') && <p class="hint">{words[`source_same_${claim?.mode ?? 'verify'}`]}</p>}
      <Source
        words={words}
        finger={finger}
        taken={captures.length}
        isPhone={onPhone}
        isVerify={claim?.mode === 'verify'}
        isHeld={question !== undefined}
        onCapture={(source, pressed) => void visit.capture(source, pressed)}
        onCaptureAll={(next, pressed) => void visit.captureAll(next, pressed)}
        isNext={captures.length > 0 && !switched}
        onLook={visit.look}
        onMissing={() => setCameraMissing(true)}
        onReader={names.includes('reader') ? () => pick('reader') : undefined}
      />
      <div class="ways-out">
        {claim?.mode === 'enroll' && captures.length === 0 && (
          <button type="button" class="text" onClick={visit.changeFinger}>
            {words.capture_change}
          </button>
        )}
        <button type="button" class="text" onClick={() => visit.ask({ reason })}>
          {words.capture_stop}
        </button>
      </div>
    </div>
  );
}

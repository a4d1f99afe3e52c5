import { Heading } from '@authly/ui/heading.tsx';
import { Notice } from '@authly/ui/notice.tsx';
import type { VNode } from 'preact';
import { useCamera } from '../capture/use-camera.ts';
import { CodeFinder } from '../scan/code-finder.tsx';
import type { ScreenProps } from './screen-props.ts';

export function Idle({ words }: ScreenProps): VNode {
  const camera = useCamera();
  const follow = (fragment: string): void => void (window.location.hash = fragment);
  if (camera.stream)
    return (
      <div class="screen scanning">
        <Heading text={words.scan_start} />
        <CodeFinder words={words} stream={camera.stream} onLink={follow} onFailure={camera.lose} />
        <button type="button" class="quiet" onClick={camera.close}>
          {words.scan_stop}
        </button>
      </div>
    );
  return (
    <Notice icon="scan" title={words.idle_title} text={words.idle_text}>
      <p class="problem" role="alert">
        {camera.problem ? words.scan_problem : ''}
      </p>
      <button type="button" class="main" disabled={camera.starting} onClick={() => void camera.open()}>
        {camera.starting ? words.camera_starting : words.scan_start}
      </button>
    </Notice>
  );
}

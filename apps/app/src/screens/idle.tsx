import { LINK_TOKEN_FRAGMENT } from '@authly/contract/page-addresses';
import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useCamera } from '../capture/use-camera.ts';
import { CodeFinder } from '../scan/code-finder.tsx';
import { Notice } from './notices.tsx';
import type { ScreenProps } from './screen-props.ts';

/** Opened without a link: it is read off the other screen here, or by the phone's own camera app. */
export function Idle(props: ScreenProps): VNode {
  const { words } = props;
  const camera = useCamera();
  const [failed, setFailed] = useState(false);
  const follow = (token: string): void => {
    // The page takes it from there, as it takes every link.
    window.location.hash = `${LINK_TOKEN_FRAGMENT}=${encodeURIComponent(token)}`;
  };
  if (camera.stream && !failed)
    return (
      <div class="screen scanning">
        <Heading text={words.scan_start} owner="Authly" />
        <CodeFinder words={words} stream={camera.stream} onLink={follow} onFailure={() => setFailed(true)} />
        <button type="button" class="quiet" onClick={camera.close}>
          {words.scan_stop}
        </button>
      </div>
    );
  return (
    <Notice {...props} icon="scan" title="idle_title" text="idle_text">
      <p class="problem" role="alert">
        {camera.problem || failed ? words.scan_problem : ''}
      </p>
      <button type="button" class="main" disabled={camera.starting} onClick={() => void camera.open()}>
        {camera.starting ? words.camera_starting : words.scan_start}
      </button>
    </Notice>
  );
}

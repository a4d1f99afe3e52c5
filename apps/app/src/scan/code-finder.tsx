import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AppWords } from '../capture/capture-props.ts';
import { isPlaying } from '../capture/camera-stream.ts';
import { codeReader } from './code-reader.ts';
import { ownLinkFragment } from './own-link.ts';

const LOOK_EVERY_MS = 150;

/** In a drawing 300 wide and 300 high. */
const WINDOW = 'M62 50h176q12 0 12 12v176q0 12-12 12H62q-12 0-12-12V62q0-12 12-12z';
const CORNERS = 'M50 95V62q0-12 12-12h33m110 0h33q12 0 12 12v33m0 110v33q0 12-12 12h-33m-110 0H62q-12 0-12-12v-33';

export interface CodeFinderProps {
  readonly words: AppWords;
  readonly stream: MediaStream;
  readonly onLink: (fragment: string) => void;
  readonly onFailure: () => void;
}

export function CodeFinder({ words, stream, onLink, onFailure }: CodeFinderProps): VNode {
  const video = useRef<HTMLVideoElement>(null);
  const [isOther, setIsOther] = useState(false);
  useEffect(() => {
    const element = video.current!;
    element.srcObject = stream;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const begin = async (): Promise<void> => {
      const read = await codeReader();
      const look = async (): Promise<void> => {
        const text = isPlaying(element) ? await read(element).catch(() => undefined) : undefined;
        if (left) return;
        const fragment = text && ownLinkFragment(text, window.location);
        if (fragment) return onLink(fragment);
        if (text) setIsOther(true);
        timer = setTimeout(() => void look(), LOOK_EVERY_MS);
      };
      if (!left) await look();
    };
    begin().catch(() => !left && onFailure());
    return () => {
      left = true;
      clearTimeout(timer);
      element.srcObject = null;
    };
  }, [stream]);
  return (
    <>
      <div class="viewfinder for-code">
        <video ref={video} autoplay muted playsInline aria-label={words.scan_view} />
        <svg viewBox="0 0 300 300" aria-hidden="true" focusable="false">
          <path class="shade" fill-rule="evenodd" d={`M0 0h300v300H0z${WINDOW}`} />
          <path class="frame" d={CORNERS} />
        </svg>
      </div>
      <p class="hint" role="status">
        {isOther ? words.scan_other : words.scan_hint}
      </p>
    </>
  );
}

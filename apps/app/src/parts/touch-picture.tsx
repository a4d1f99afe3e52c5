import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Picture } from '../picture/gray.ts';

/** The picture of a touch. It is wiped from the screen's memory when its screen goes. */
export function TouchPicture({ picture, label }: { picture: Picture; label: string }): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    const { width, height, data } = picture;
    context?.putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0);
    return () => context?.clearRect(0, 0, width, height);
  }, [picture]);
  const { width, height } = picture;
  return <canvas ref={canvas} class="touch-picture" width={width} height={height} role="img" aria-label={label} />;
}

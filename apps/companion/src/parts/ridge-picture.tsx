import type { Image, View } from '@authly/fingerprint';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  readonly image: Image;
  readonly view: View | undefined;
  readonly label: string;
}

/** The touch as the engine saw it: the ridges, and a mark with its direction on each point it will compare by. */
export function RidgePicture({ image, view, label }: Props): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element) draw(element, image, view);
    // The picture is gone from the screen's memory when its screen is.
    return () => element?.getContext('2d')?.clearRect(0, 0, element.width, element.height);
  }, [image, view]);
  return <canvas ref={canvas} class="ridge-picture" role="img" aria-label={label} />;
}

function draw(canvas: HTMLCanvasElement, image: Image, view: View | undefined): void {
  const scale = 2;
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  const context = canvas.getContext('2d');
  if (!context) return;
  const small = document.createElement('canvas');
  small.width = image.width;
  small.height = image.height;
  small.getContext('2d')?.putImageData(tinted(image), 0, 0);
  context.imageSmoothingQuality = 'high';
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
  if (!view) return;
  const ratio = canvas.width / view.width;
  context.strokeStyle = '#3453d9';
  context.fillStyle = '#ffffff';
  context.lineCap = 'round';
  for (const { x, y, direction } of view.minutiae) {
    const [cx, cy] = [x * ratio, y * ratio];
    context.lineWidth = 5;
    context.beginPath();
    context.moveTo(cx, cy);
    context.lineTo(cx + 24 * Math.cos(direction), cy - 24 * Math.sin(direction));
    context.stroke();
    context.lineWidth = 4;
    context.beginPath();
    context.arc(cx, cy, 7.5, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** Ridges in the ink's colour on paper that is always light: dark mode does not turn a print into its negative. */
function tinted({ width, height, pixels }: Image): ImageData {
  const data = new ImageData(width, height);
  for (let i = 0; i < pixels.length; i++) {
    const light = pixels[i]! / 255;
    data.data.set([70 + 178 * light, 82 + 168 * light, 122 + 131 * light, 255], i * 4);
  }
  return data;
}

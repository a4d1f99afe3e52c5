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

/** Canvas pixels per pixel of the view. */
const SCALE = 2;
/** Fewer points than this do not tell where the finger is. */
const LEAST_POINTS = 6;
const MARGIN = 48;

function draw(canvas: HTMLCanvasElement, image: Image, view: View | undefined): void {
  const area = shownArea(image, view);
  canvas.width = area.width * SCALE;
  canvas.height = area.height * SCALE;
  const context = canvas.getContext('2d');
  if (!context) return;
  const small = document.createElement('canvas');
  small.width = image.width;
  small.height = image.height;
  small.getContext('2d')?.putImageData(tinted(image), 0, 0);
  context.imageSmoothingQuality = 'high';
  const perView = view ? image.width / view.width : 1;
  context.drawImage(
    small,
    area.x * perView,
    area.y * perView,
    area.width * perView,
    area.height * perView,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  if (view) drawPoints(context, view, area);
}

/** Where the finger is, with a margin; in pixels of the view. */
function shownArea(image: Image, view: View | undefined): { x: number; y: number; width: number; height: number } {
  if (!view) return { x: 0, y: 0, width: image.width, height: image.height };
  if (view.minutiae.length < LEAST_POINTS) return { x: 0, y: 0, width: view.width, height: view.height };
  const xs = view.minutiae.map(({ x }) => x);
  const ys = view.minutiae.map(({ y }) => y);
  const left = Math.max(0, Math.min(...xs) - MARGIN);
  const top = Math.max(0, Math.min(...ys) - MARGIN);
  return {
    x: left,
    y: top,
    width: Math.min(view.width, Math.max(...xs) + MARGIN) - left,
    height: Math.min(view.height, Math.max(...ys) + MARGIN) - top,
  };
}

function drawPoints(context: CanvasRenderingContext2D, view: View, area: { x: number; y: number }): void {
  context.strokeStyle = '#3453d9';
  context.fillStyle = '#ffffff';
  context.lineCap = 'round';
  for (const { x, y, direction } of view.minutiae) {
    const [cx, cy] = [(x - area.x) * SCALE, (y - area.y) * SCALE];
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

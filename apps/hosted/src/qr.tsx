import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { qrPath } from './qr-path.ts';

/** A file of its own, a quarter of all that the page would else bring along: a phone that shows no code does not wait for it. */
export const drawer = async (): Promise<Draw> => (await import('./qr-path.ts')).qrPath;

type Draw = typeof qrPath;

/** The code on white, in the dark too: scanners expect it so. Its place is reserved while it is made. */
export function Qr({ link, alt }: { link: string | undefined; alt: string }): VNode {
  const [draw, setDraw] = useState<Draw>();
  useEffect(() => {
    // With the next link it is tried again.
    if (draw === undefined)
      drawer().then(
        (loaded) => setDraw(() => loaded),
        () => undefined,
      );
  }, [draw, link]);
  const isReady = link !== undefined && draw !== undefined;
  return (
    <div class="qr" data-ready={isReady}>
      {isReady ? <Code link={link} alt={alt} draw={draw} /> : <FingerprintMark breathing />}
    </div>
  );
}

function Code({ link, alt, draw }: { link: string; alt: string; draw: Draw }): VNode {
  const { size, path } = useMemo(() => draw(link), [draw, link]);
  return (
    <svg class="code" role="img" aria-label={alt} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

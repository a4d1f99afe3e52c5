import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { qrPath } from './qr-path.ts';

/** Loaded on demand: a phone that shows no code does not need it. */
export const loadQrPath = async (): Promise<Draw> => (await import('./qr-path.ts')).qrPath;

type Draw = typeof qrPath;

/** White in dark mode too, for scanners. Takes its space before it is drawn. */
export function Qr({ link, alt }: { link: string | undefined; alt: string }): VNode {
  const [draw, setDraw] = useState<Draw>();
  useEffect(() => {
    // Tries again with the next link.
    if (draw === undefined)
      loadQrPath().then(
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

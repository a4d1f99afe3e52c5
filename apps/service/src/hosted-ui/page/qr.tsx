import { FingerprintMark } from '@authly/page-kit/fingerprint-mark.tsx';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { qrPath } from './qr-path.ts';

/** The code on white, in the dark too: scanners expect it so. Its place is reserved while it is made. */
export function Qr({ link, alt }: { link: string | undefined; alt: string }): VNode {
  return (
    <div class="qr" data-ready={link !== undefined}>
      {link === undefined ? <FingerprintMark breathing /> : <Code link={link} alt={alt} />}
    </div>
  );
}

function Code({ link, alt }: { link: string; alt: string }): VNode {
  const { size, path } = useMemo(() => qrPath(link), [link]);
  return (
    <svg class="code" role="img" aria-label={alt} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

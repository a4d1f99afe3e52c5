import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CaptureProps } from './capture-props.ts';

/** Its code comes when somebody picks it: most people never do. */
let loaded: ComponentType<CaptureProps> | undefined;

/** Readers are driven by programs of desks and counters; a phone has none of them. */
export const mayHaveReader = (userAgent: string): boolean => !/Android|iPhone|iPad|iPod/.test(userAgent);

export function Reader(props: CaptureProps): VNode {
  const [Panel, setPanel] = useState(() => loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (Panel) return;
    const load = async (): Promise<void> => {
      loaded = (await import('../reader/panel.tsx')).Panel;
      setPanel(() => loaded);
    };
    load().catch(() => setFailed(true));
  }, []);
  if (Panel) return <Panel {...props} />;
  return (
    <div class="source">
      <p class="hint" role="status">
        {failed ? props.words.unreachable_text : props.words.reader_looking}
      </p>
    </div>
  );
}

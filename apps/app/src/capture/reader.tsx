import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CaptureProps } from './capture-props.ts';

/** Loaded on demand: most users have no reader. */
let loaded: ComponentType<CaptureProps> | undefined;

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

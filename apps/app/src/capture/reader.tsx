import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CaptureProps } from './capture-props.ts';

/** Loaded on demand: most users have no reader. */
let loaded: ComponentType<CaptureProps> | undefined;

export function Reader(props: CaptureProps): VNode {
  const [Panel, setPanel] = useState(() => loaded);
  const [failed, setFailed] = useState(false);
  const load = async (): Promise<void> => {
    setFailed(false);
    loaded = await import('../reader/panel.tsx').then(({ Panel }) => Panel).catch(() => undefined);
    setPanel(() => loaded);
    setFailed(loaded === undefined);
  };
  useEffect(() => {
    if (!Panel) void load();
  }, []);
  if (Panel) return <Panel {...props} />;
  return (
    <div class="source">
      <p class="hint" role="status">
        {failed ? props.words.unreachable_text : props.words.reader_looking}
      </p>
      {failed && (
        <button type="button" class="main" onClick={() => void load()}>
          {props.words.retry}
        </button>
      )}
    </div>
  );
}

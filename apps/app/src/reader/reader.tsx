import { READER_AGENT_ORIGIN } from '@authly/contract/wire/reader-agent';
import { deviceStorage } from '@authly/ui/storage.ts';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CaptureProps } from '../capture/capture-props.ts';
import { AgentReader } from './agent-reader.ts';
import { Pairing } from './pairing.tsx';
import { ReaderCapture } from './reader-capture.tsx';

const agent = new AgentReader(deviceStorage);
/** After a capture, the reader waits for the next one automatically. */
let usedBefore = false;

export function Reader({ words, isNext, isHeld, onCapture }: CaptureProps): VNode {
  const [found, setFound] = useState<boolean | undefined>(usedBefore || undefined);
  const [, redraw] = useState({});
  useEffect(() => {
    if (found !== undefined) return undefined;
    const abort = new AbortController();
    void agent.look(abort.signal).then((answers) => abort.signal.aborted || setFound(answers));
    return () => abort.abort();
  }, [found]);
  if (found === undefined)
    return (
      <div class="source">
        <p class="hint" role="status">
          {words.reader_looking}
        </p>
        <p class="hint">{words.reader_network}</p>
      </div>
    );
  if (!found) return <Absent words={words} onAgain={() => setFound(undefined)} />;
  if (!agent.isPaired) return <Pairing words={words} agent={agent} onPaired={() => redraw({})} />;
  return (
    <ReaderCapture
      words={words}
      agent={agent}
      startsAtOnce={usedBefore}
      isNext={isNext}
      isHeld={isHeld}
      onUnpaired={() => redraw({})}
      onAbsent={() => {
        usedBefore = false;
        setFound(false);
      }}
      onImage={(image) => {
        usedBefore = true;
        onCapture({ from: 'scan', image });
      }}
    />
  );
}

/** No agent answers. A certificate that the browser does not trust looks the same. */
function Absent({ words, onAgain }: Pick<CaptureProps, 'words'> & { readonly onAgain: () => void }): VNode {
  return (
    <div class="source">
      <p class="problem" role="alert">
        {words.reader_absent}
      </p>
      <p class="hint">{words.reader_absent_help}</p>
      <p class="hint">{words.reader_network}</p>
      <a class="quiet" href={`${READER_AGENT_ORIGIN}/`} target="_blank" rel="noopener noreferrer">
        {words.reader_open}
      </a>
      <button type="button" class="main" onClick={onAgain}>
        {words.reader_look_again}
      </button>
    </div>
  );
}

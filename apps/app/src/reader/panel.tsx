import { LOCAL_READERS } from '@authly/contract/local-readers';
import { deviceStorage } from '@authly/ui/storage.ts';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CaptureProps } from '../capture/capture-props.ts';
import { AgentReader } from './agent-reader.ts';
import { DigitalPersonaReader } from './digital-persona-reader.ts';
import type { LocalReader } from './local-reader.ts';
import { Pairing } from './pairing.tsx';
import { ReaderCapture } from './reader-capture.tsx';
import { SecugenReader } from './secugen-reader.ts';

/** The reader of the last capture. It waits for the next one automatically. */
let lastUsed: LocalReader | undefined;

/** Finds the readers of this computer, pairs with one and captures with it. */
export function Panel(props: CaptureProps): VNode {
  const { words } = props;
  const [readers, setReaders] = useState<readonly LocalReader[] | undefined>(lastUsed && [lastUsed]);
  const [chosen, setChosen] = useState<LocalReader | undefined>(lastUsed);
  const [looks, setLooks] = useState(0);
  const [, redraw] = useState({});
  useEffect(() => {
    if (readers) return undefined;
    const abort = new AbortController();
    const look = async (): Promise<void> => {
      const found = await findReaders(abort.signal);
      if (abort.signal.aborted) return;
      setReaders(found);
      setChosen(found[0]);
    };
    void look();
    return () => abort.abort();
  }, [looks]);
  const lookAgain = (): void => {
    lastUsed = undefined;
    setReaders(undefined);
    setLooks(looks + 1);
  };
  /** A program that stopped answering, or is not a reader's, is no longer offered. */
  const lose = (): void => {
    lastUsed = undefined;
    const others = readers?.filter((reader) => reader !== chosen) ?? [];
    setReaders(others);
    setChosen(others[0]);
  };
  if (!readers)
    return (
      <div class="source">
        <p class="hint" role="status">
          {words.reader_looking}
        </p>
        <p class="hint">{words.reader_network}</p>
      </div>
    );
  if (!chosen) return <Absent words={words} onAgain={lookAgain} />;
  return (
    <div class="source">
      {readers.length > 1 && <Choice {...props} readers={readers} chosen={chosen} onChoose={setChosen} />}
      {chosen instanceof AgentReader && !chosen.isPaired ? (
        <Pairing words={words} agent={chosen} onPaired={() => redraw({})} />
      ) : (
        <ReaderCapture
          key={chosen.kind}
          words={words}
          reader={chosen}
          startsAtOnce={chosen === lastUsed}
          isNext={props.isNext}
          onUnpaired={() => redraw({})}
          onAbsent={lose}
          onImage={(image) => {
            lastUsed = chosen;
            props.onCapture({ from: 'scan', image });
          }}
        />
      )}
    </div>
  );
}

/** Our own agent first. */
async function findReaders(signal: AbortSignal): Promise<readonly LocalReader[]> {
  const readers = [new AgentReader(deviceStorage), new SecugenReader(), new DigitalPersonaReader()];
  const found = await Promise.all(readers.map((reader) => reader.look(signal)));
  return readers.filter((_, i) => found[i]);
}

/** No reader's program answers. A certificate that the browser does not trust looks the same. */
function Absent({ words, onAgain }: Pick<CaptureProps, 'words'> & { readonly onAgain: () => void }): VNode {
  return (
    <div class="source">
      <p class="problem" role="alert">
        {words.reader_absent}
      </p>
      <p class="hint">{words.reader_absent_help}</p>
      <p class="hint">{words.reader_network}</p>
      <a class="quiet" href={`${LOCAL_READERS.agent}/`} target="_blank" rel="noopener noreferrer">
        {words.reader_open}
      </a>
      <button type="button" class="main" onClick={onAgain}>
        {words.reader_look_again}
      </button>
    </div>
  );
}

interface ChoiceProps extends Pick<CaptureProps, 'words'> {
  readonly readers: readonly LocalReader[];
  readonly chosen: LocalReader;
  readonly onChoose: (reader: LocalReader) => void;
}

function Choice({ words, readers, chosen, onChoose }: ChoiceProps): VNode {
  return (
    <fieldset class="persons">
      <legend class="unseen">{words.reader_which}</legend>
      {readers.map((reader) => (
        <label key={reader.kind} class="option">
          <input type="radio" name="reader" checked={reader === chosen} onChange={() => onChoose(reader)} />
          <span>{words[`reader_kind_${reader.kind}`]}</span>
        </label>
      ))}
    </fieldset>
  );
}

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CaptureProps } from '../capture/capture-props.ts';
import { Absent } from './absent.tsx';
import { AgentReader } from './agent-reader.ts';
import { findReaders } from './find-readers.ts';
import type { LocalReader } from './local-reader.ts';
import { Pairing } from './pairing.tsx';
import { Touching } from './touching.tsx';

/** Once a touch was taken, the same reader waits for the next one by itself. */
let lastUsed: LocalReader | undefined;

/** The readers of this machine: found, paired, touched. */
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
  /** What does not answer any more, or never was a reader's program, is offered no longer. */
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
        <Touching
          key={chosen.kind}
          words={words}
          reader={chosen}
          beginsByItself={chosen === lastUsed}
          onUnpaired={() => redraw({})}
          onAbsent={lose}
          onImage={(image) => {
            lastUsed = chosen;
            props.onTouch({ from: 'scan', image });
          }}
        />
      )}
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

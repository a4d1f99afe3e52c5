import { MatchCode } from '@authly/ui/match-code.tsx';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AppWords } from '../capture/capture-props.ts';
import type { AgentReader } from './agent-reader.ts';

interface PairingProps {
  readonly words: AppWords;
  readonly agent: AgentReader;
  readonly onPaired: () => void;
}

export function Pairing({ words, agent, onPaired }: PairingProps): VNode {
  const [wanted, setWanted] = useState(0);
  const [code, setCode] = useState<string>();
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    if (wanted === 0) return undefined;
    const abort = new AbortController();
    const end = (): void => {
      if (abort.signal.aborted) return;
      setCode(undefined);
      setEnded(true);
    };
    void agent.pair(setCode, abort.signal).then((paired) => (paired ? onPaired() : end()), end);
    return () => abort.abort();
  }, [wanted]);
  const begin = (): void => {
    setEnded(false);
    setWanted(wanted + 1);
  };
  return (
    <div class="source">
      <p class="hint">{code ? words.reader_pair_type : words.reader_pair_lead}</p>
      {code && <MatchCode code={code} label={words.reader_pair_code} />}
      <p class="problem" role="alert">
        {ended ? words.reader_pair_ended : ''}
      </p>
      {!code && (
        <button type="button" class="main" onClick={begin}>
          {words.reader_pair}
        </button>
      )}
    </div>
  );
}

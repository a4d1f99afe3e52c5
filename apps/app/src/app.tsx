import { takeToken } from '@authly/ui/address-token.ts';
import { tabStorage } from '@authly/ui/tab-storage.ts';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Sheet } from './parts/sheet.tsx';
import { screenOf } from './screens/screen-of.tsx';
import { isSupported } from './supported.ts';
import { Visit } from './visit/visit.ts';
import type { VisitState } from './visit/state.ts';
import type { AppWords } from './capture/capture-props.ts';

interface Props {
  readonly link: string | undefined;
  readonly words: AppWords;
}

/** One visit at a time; a link that is opened in the same tab begins another. */
export function App({ link, words }: Props): VNode | null {
  const [visit, setVisit] = useState<Visit>();
  const [state, setState] = useState<VisitState>();
  useEffect(() => {
    let current: Visit | undefined;
    const begin = (link: string | undefined): void => {
      current?.leave();
      current = new Visit({ storage: tabStorage(), onChange: setState });
      setVisit(current);
      setState(current.state);
      void current.start(link, isSupported());
    };
    const onHashChange = (): void => {
      const next = takeToken('link', window);
      if (next !== undefined) begin(next);
    };
    begin(link);
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [link]);
  if (!visit || !state) return null;
  const Screen = screenOf(state);
  return (
    <Sheet words={words} visit={visit} state={state}>
      <Screen words={words} visit={visit} state={state} />
    </Sheet>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { askBeforeUnload, discardChanges, showsSecret, wouldLose } from './parts/use-form.ts';

/** The page that is shown. It is in the fragment, so that no id reaches a log. */
export interface Route {
  /** Decoded segments. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const segments = path.split('/').filter((segment) => segment !== '');
  return { path: segments.map(decoded), query: new URLSearchParams(query) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function routeTo(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(givenIn(query) as Record<string, string>).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

export const givenIn = <Query extends Readonly<Record<string, string>>>(query: Query): Partial<Query> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as Partial<Query>;

/** `asked` is there while the operator is asked before leaving; `goOn` leaves. */
export function useRoute() {
  const [shown, setShown] = useState(location.hash);
  const [asked, setAsked] = useState<{ readonly go: () => void; readonly losesSecret: boolean }>();
  /** Runs `go` at once, or after the operator confirms that unsaved changes may be lost. */
  const leave = (go: () => void): void => (wouldLose() ? setAsked({ go, losesSecret: showsSecret() }) : go());
  useEffect(() => {
    const update = (): void => {
      const wanted = location.hash;
      // The address stays that of the current page.
      if (wouldLose()) history.replaceState(null, '', shown || '#/');
      leave(() => {
        history.replaceState(null, '', wanted || '#/');
        setShown(wanted);
      });
    };
    const over = new AbortController();
    addEventListener('hashchange', update, { signal: over.signal });
    addEventListener('beforeunload', askBeforeUnload, { signal: over.signal });
    return () => over.abort();
  }, [shown]);
  const goOn = (): void => {
    discardChanges();
    setAsked(undefined);
    asked?.go();
  };
  return { route: parseRoute(shown), leave, asked, goOn, stay: () => setAsked(undefined) };
}

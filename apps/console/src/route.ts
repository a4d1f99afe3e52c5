import { useEffect, useState } from 'preact/hooks';
import { askBeforeUnload, discardChanges, hasUnsavedChanges } from './parts/unsaved.ts';

/** The page that is shown. It is in the fragment, so that no id reaches a log. */
export interface Route {
  /** The segments of the path, decoded. */
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

/** Without fields that are empty. */
export const givenIn = <Query extends Readonly<Record<string, string>>>(query: Query): Partial<Query> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as Partial<Query>;

interface Routing {
  readonly route: Route;
  /** Goes on at once, or when unsaved changes may be lost. */
  readonly leave: (go: () => void) => void;
  /** What to do where they may; undefined: nothing is asked. */
  readonly asked: (() => void) | undefined;
  readonly stay: () => void;
}

/** A page with unsaved changes stays until its operator has decided. */
export function useRoute(): Routing {
  const [shown, setShown] = useState(location.hash);
  const [asked, setAsked] = useState<{ readonly go: () => void }>();
  const leave = (go: () => void): void => (hasUnsavedChanges() ? setAsked({ go }) : go());
  useEffect(() => {
    const update = (): void => {
      const wanted = location.hash;
      // Until then the address is that of the page.
      if (hasUnsavedChanges()) history.replaceState(null, '', shown || '#/');
      leave(() => {
        history.replaceState(null, '', wanted || '#/');
        setShown(wanted);
      });
    };
    addEventListener('hashchange', update);
    addEventListener('beforeunload', askBeforeUnload);
    return () => {
      removeEventListener('hashchange', update);
      removeEventListener('beforeunload', askBeforeUnload);
    };
  }, [shown]);
  const goOn = (): void => {
    discardChanges();
    setAsked(undefined);
    asked?.go();
  };
  return { route: parseRoute(shown), leave, asked: asked && goOn, stay: () => setAsked(undefined) };
}

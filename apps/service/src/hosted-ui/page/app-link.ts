import type { LinkVia } from '@authly/contract/hosted/links';
import type { HostedLink } from '@authly/contract/hosted/session';
import { LINK_TOKEN_ROTATION_MS } from '@authly/contract/session-times';
import { useEffect, useState } from 'preact/hooks';
import type { HostedApi } from './hosted-api.ts';

const RETRY_MS = 2000;
/** What the event stream brings may be on its way for so long before it is asked for. */
const PATIENCE_MS = 1500;

/** The link into the app, a new one every ten seconds while anybody can see it. None while there is no live one. */
export function useAppLink(api: HostedApi, via: LinkVia): string | undefined {
  // What came along with the first answer is in the first picture.
  const [link, setLink] = useState<HostedLink | undefined>(() => fresh(api, via));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const keepLive = (old: HostedLink | undefined): HostedLink | undefined =>
      old && api.clock.timeLeft(old.expires_at) > 0 ? old : undefined;
    const rotateAfter = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void rotate(), ms);
    };
    const take = (next: HostedLink): void => {
      setLink(next);
      rotateAfter(LINK_TOKEN_ROTATION_MS + (api.links.coming.includes(via) ? PATIENCE_MS : 0));
    };
    const rotate = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.hidden) return;
      // After a phone has slept the old one may be dead: better none for a moment.
      setLink(keepLive);
      const reply = await api.link(via).catch(() => undefined);
      if (stopped || reply?.body) return;
      setLink(keepLive);
      rotateAfter(RETRY_MS);
    };
    const onVisible = (): void => void rotate();
    const stopListening = api.links.listen(via, take);
    const given = fresh(api, via);
    if (given) take(given);
    else void rotate();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stopped = true;
      stopListening();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [api, via]);
  return link?.app_url;
}

/** As good as a new one. */
function fresh({ links, clock }: HostedApi, via: LinkVia): HostedLink | undefined {
  const newest = links.newest(via);
  return newest && clock.timeLeft(newest.expires_at) > 2 * LINK_TOKEN_ROTATION_MS ? newest : undefined;
}

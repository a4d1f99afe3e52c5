import type { HostedLink, LinkVia } from '@authly/contract/hosted/session';
import { LINK_TOKEN_ROTATION_MS } from '@authly/contract/session-times';
import { useEffect, useState } from 'preact/hooks';
import type { HostedApi } from './hosted-api.ts';

const RETRY_MS = 2000;

/** The link into the app, a new one every ten seconds while anybody can see it. None while there is no live one. */
export function useAppLink(api: HostedApi, via: LinkVia): string | undefined {
  // What came along with the first answer is in the first picture.
  const [link, setLink] = useState<HostedLink | undefined>(() => api.takeGiven(via));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const keepLive = (old: HostedLink | undefined): HostedLink | undefined =>
      old && api.clock.timeLeft(old.expires_at) > 0 ? old : undefined;
    const rotate = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.hidden) return;
      // After a phone has slept the old one may be dead: better none for a moment.
      setLink(keepLive);
      const reply = await api.link(via).catch(() => undefined);
      if (stopped) return;
      setLink((old) => reply?.body ?? keepLive(old));
      clearTimeout(timer);
      timer = setTimeout(() => void rotate(), reply?.body ? LINK_TOKEN_ROTATION_MS : RETRY_MS);
    };
    const onVisible = (): void => void rotate();
    if (link) timer = setTimeout(() => void rotate(), LINK_TOKEN_ROTATION_MS);
    else void rotate();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [api, via]);
  return link?.app_url;
}

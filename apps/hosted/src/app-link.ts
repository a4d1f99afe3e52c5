import type { LinkVia } from '@authly/contract/hosted/links';
import { useEffect, useState } from 'preact/hooks';
import type { HostedApi } from './hosted-api.ts';
import { freshLink, LinkRotation } from './link-rotation.ts';

/** The link into the app, as long as there is a live one. */
export function useAppLink(api: HostedApi, via: LinkVia): string | undefined {
  // What came along with the first answer is in the first picture.
  const [url, show] = useState(() => freshLink(api, via)?.app_url);
  useEffect(() => {
    const rotation = new LinkRotation(api, via, show, () => !document.hidden);
    const onVisible = (): void => void rotation.renew();
    rotation.start();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      rotation.stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [api, via]);
  return url;
}

import { LIMITS } from '@authly/contract/wire/limits';
import { attempted } from '../../runtime/attempted.ts';

/** No route has this path. */
const UNROUTED_PATH = '/-';
/** No request line can contain it. */
export const BROKEN_PATH = '/- ';

/** The URL to route by, so that every request passes the hooks. A path with too many percent escapes is 404 and is not decoded. */
export function routedUrl(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  let escapes = 0;
  for (let at = path.indexOf('%'); at !== -1; at = path.indexOf('%', at + 1))
    if (++escapes > LIMITS.pathEscapes) return UNROUTED_PATH;
  return escapes > 0 && attempted(() => decodeURI(path)) === undefined ? BROKEN_PATH : url;
}

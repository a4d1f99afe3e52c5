import { LIMITS } from '@authly/contract/limits';

/** A path that nothing of ours has. */
const NOBODYS = '/-';

/** The address to route by: one with too many percent escapes is answered 404 without decoding any. */
export function routedUrl(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  let escapes = 0;
  for (let at = path.indexOf('%'); at !== -1; at = path.indexOf('%', at + 1))
    if (++escapes > LIMITS.pathEscapes) return NOBODYS;
  return url;
}

import { isIP } from 'node:net';
import type { SettingReader } from './setting-reader.ts';

export function trustedProxies(read: SettingReader): string[] {
  const name = 'AUTHLY_TRUSTED_PROXIES';
  const list = read.list(name);
  if (!list.every(isAddressOrRange)) read.wrong(name, 'must be a comma-separated list of IP addresses or CIDR ranges');
  else if (list.some((entry) => entry.endsWith('/0')))
    read.wrong(
      name,
      'must not contain every address: any client could then forge its own. List only the proxies or their network',
    );
  return list;
}

/** The framework's format: no zone, no leading zeros. */
function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

import { isIP } from 'node:net';
import type { SettingReader } from './setting-reader.ts';

export interface ProxyProtocolSettings {
  readonly version: 'v1' | 'v2';
  /** The proxies that send it. Connections from elsewhere are closed: anybody could claim an address. */
  readonly from: readonly string[];
}

interface ProxySettings {
  readonly trustedProxies: readonly string[];
  readonly proxyProtocol: ProxyProtocolSettings | undefined;
}

/** A proxy either ends TLS and writes headers, or passes TLS through: then its clients write the headers, and nobody's are believed. */
export function proxySettings(read: SettingReader): ProxySettings {
  const proxies = trustedProxies(read);
  const version = read.oneOf('AUTHLY_PROXY_PROTOCOL', ['off', 'v1', 'v2']);
  if (version === 'off') return { trustedProxies: proxies, proxyProtocol: undefined };
  const missing = (what: string): void => read.wrong('AUTHLY_PROXY_PROTOCOL', `is ${version}, which needs ${what}`);
  if (proxies.length === 0) missing('AUTHLY_TRUSTED_PROXIES: connections from any other address are closed');
  if (read.value('AUTHLY_TLS_CERT_FILE') === undefined)
    missing('AUTHLY_TLS_CERT_FILE and AUTHLY_TLS_KEY_FILE: the proxy passes TLS through');
  return { trustedProxies: [], proxyProtocol: { version, from: proxies } };
}

function trustedProxies(read: SettingReader): string[] {
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

/** As the framework reads them: no zone, digits without leading zeros. */
function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

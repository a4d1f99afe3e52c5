import { isIP } from 'node:net';
import type { SettingName } from './settings.ts';
import type { SettingReader } from './setting-reader.ts';

export function httpsOrigin(read: SettingReader, name: SettingName, fallback: string | undefined): string {
  const value = read.value(name) ?? fallback;
  if (value === undefined) {
    read.wrong(
      name,
      'must be set in production: the public address of the service, such as https://authly.example.com',
    );
    return '';
  }
  const url = URL.parse(value);
  // Case and default port do not matter, but nothing may follow the host.
  if (url?.protocol !== 'https:' || !/^https:\/\/[^/?#@\\\s]+\/?$/i.test(value))
    read.wrong(name, 'must be https:// and a host, without path, query or credentials');
  return url?.origin ?? value;
}

export function appUrl(read: SettingReader, fallback: string): string {
  const value = read.value('AUTHLY_APP_URL');
  // A wrong base URL is reported as such.
  if (value === undefined) return fallback;
  const url = URL.parse(value);
  if (
    url === null ||
    url.hash !== '' ||
    value.includes('#') ||
    url.username !== '' ||
    url.password !== '' ||
    url.protocol === 'http:'
  )
    read.wrong('AUTHLY_APP_URL', 'must be an https or app-scheme URL without a fragment or credentials');
  return value;
}

/** Passkeys belong to a domain: by default the host of the app’s address. A custom scheme has none: then that of the service. */
export function relyingParty(read: SettingReader, appUrl: string, baseUrl: string): { id: string; origins: string[] } {
  const { hostname = '', origin = '' } = URL.parse(/^https:/i.test(appUrl) ? appUrl : baseUrl) ?? {};
  const id = read.value('AUTHLY_PASSKEY_DOMAIN') ?? hostname;
  if (id !== hostname && !(hostname.endsWith(`.${id}`) && /^[^.]+\../.test(id)))
    read.wrong('AUTHLY_PASSKEY_DOMAIN', `must be ${hostname} or a parent domain of it with at least two labels`);
  const others = read.list('AUTHLY_APP_ORIGINS');
  if (!others.every((each) => isHttpsOrigin(each) || /^android:apk-key-hash:[\w-]{43}$/.test(each)))
    read.wrong('AUTHLY_APP_ORIGINS', 'must be https://host or android:apk-key-hash:…, separated by commas');
  return { id, origins: [origin, ...others] };
}

const isHttpsOrigin = (text: string): boolean => text.startsWith('https://') && URL.parse(text)?.origin === text;

export function securityContact(read: SettingReader): string | undefined {
  const value = read.value('AUTHLY_SECURITY_CONTACT');
  if (value !== undefined && !/^(?:mailto:|https:\/\/)[!-~]+$/.test(value))
    read.wrong('AUTHLY_SECURITY_CONTACT', 'must begin with mailto: or https://');
  return value;
}

export function httpsOrLoopback(read: SettingReader, name: SettingName): string | undefined {
  const value = read.value(name);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  const loopback = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback)))
    read.wrong(name, 'must use HTTPS, or a loopback address');
  return value;
}

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

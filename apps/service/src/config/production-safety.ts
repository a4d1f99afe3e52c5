import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { BlockList, isIP, SocketAddress } from 'node:net';
import { parse } from 'pg-connection-string';
import { attempted } from '../runtime/attempted.ts';
import { serversOf } from './database-address.ts';
import type { SettingName } from './settings.ts';
import type { Env } from './setting-reader.ts';

interface Judged {
  readonly masterKey: { readonly bytes: Uint8Array };
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  readonly pkcs11: { readonly pinFile: string } | undefined;
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly databaseUrl: string | undefined;
  readonly databaseListenUrl: string | undefined;
  readonly trustedProxies: readonly string[];
}

export function unsafeInProduction(config: Judged, env: Env): string[] {
  return [
    weakMasterKey(config, env),
    openToOthers('AUTHLY_MASTER_KEY_FILE', env['AUTHLY_MASTER_KEY'] ? undefined : env['AUTHLY_MASTER_KEY_FILE']),
    openToOthers('AUTHLY_MASTER_KEY_PREVIOUS_FILE', env['AUTHLY_MASTER_KEY_PREVIOUS_FILE']),
    openToOthers('AUTHLY_DATABASE_URL_FILE', env['AUTHLY_DATABASE_URL'] ? undefined : env['AUTHLY_DATABASE_URL_FILE']),
    openToOthers('AUTHLY_SIGNING_PKCS11_PIN_FILE', config.pkcs11?.pinFile),
    openToOthers('AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE', env['AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE']),
    ...(config.tls ? unsafeCertificate({ ...config, tls: config.tls }, readCertificate(config.tls)) : []),
    plainAppUrl(config),
    readablePostgres('AUTHLY_DATABASE_URL', config.databaseUrl, env),
    readablePostgres('AUTHLY_DATABASE_LISTEN_URL', config.databaseListenUrl, env),
    tooManyProxies(config),
  ].filter((problem) => problem !== undefined);
}

const said = (name: SettingName, rule: string): string => `${name} ${rule}`;

/** 32 random bytes have about 30 different values and no repeated half. */
function weakMasterKey({ masterKey: { bytes } }: Judged, env: Env): string | undefined {
  const isRepeated = [1, 2, 4, 8, 16].some((period) => bytes.every((byte, i) => byte === bytes[i % period]));
  if (!isRepeated && new Set(bytes).size >= 16) return undefined;
  const name = env['AUTHLY_MASTER_KEY'] ? 'AUTHLY_MASTER_KEY' : 'AUTHLY_MASTER_KEY_FILE';
  return said(name, 'is not a random key: create one with openssl rand -base64 32');
}

function openToOthers(name: SettingName, file: string | undefined): string | undefined {
  // A file that is used was read before, so a missing one belongs to an unused setting.
  const stats = file ? attempted(() => statSync(file)) : undefined;
  if (stats === undefined || (stats.mode & 0o007) === 0) return undefined;
  return said(name, `points to a file that other users of this machine can access: chmod o= ${file}`);
}

/** Renewed certificates are checked too. */
export function unsafeCertificate(
  { tls, baseUrl, trustedProxies }: Pick<Judged, 'baseUrl' | 'trustedProxies'> & { tls: NonNullable<Judged['tls']> },
  certificate: X509Certificate,
): string[] {
  return [
    openToOthers('AUTHLY_TLS_KEY_FILE', tls.keyFile),
    // Behind a proxy users see the proxy's certificate, and ours may have any name.
    trustedProxies.length > 0 ? undefined : otherName(certificate, new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')),
  ].filter((problem) => problem !== undefined);
}

const readCertificate = ({ certFile }: { certFile: string }): X509Certificate =>
  new X509Certificate(readFileSync(certFile));

function otherName(certificate: X509Certificate, host: string): string | undefined {
  const covered = isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host, { subject: 'never' });
  return covered === undefined
    ? said('AUTHLY_TLS_CERT_FILE', `points to a certificate that does not cover ${host}, the host of AUTHLY_BASE_URL`)
    : undefined;
}

/** Any app can register a custom scheme. An https link opens only the app that the host names. */
function plainAppUrl({ appUrl }: Judged): string | undefined {
  return URL.parse(appUrl)?.protocol === 'https:' ? undefined : said('AUTHLY_APP_URL', 'must be HTTPS in production');
}

/** The driver uses the same parser. */
function readablePostgres(name: SettingName, databaseUrl: string | undefined, env: Env): string | undefined {
  if (databaseUrl === undefined) return undefined;
  const rule = 'points to a remote server without verified TLS: add sslmode=verify-full';
  try {
    return serversOf(databaseUrl).every((server) => isVerified(server, env)) ? undefined : said(name, rule);
  } catch (error) {
    return said(name, `cannot be used: ${(error as NodeJS.ErrnoException).code ?? 'not a server address'}`);
  }
}

/** Values of PGSSLMODE with which the driver verifies the server. It uses PGSSLMODE and PGHOST if the address sets neither. */
const VERIFYING_MODES = new Set(['prefer', 'require', 'verify-ca', 'verify-full']);

function isVerified(server: string, env: Env): boolean {
  const { host, ssl = VERIFYING_MODES.has(env['PGSSLMODE'] ?? '') } = parse(server);
  if (isThisMachine(host || env['PGHOST'] || '') || ssl === true) return true;
  return typeof ssl === 'object' && ssl.rejectUnauthorized !== false && !('checkServerIdentity' in ssl);
}

const isThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** Nobody on the internet has an address of these. */
const PRIVATE_NETWORKS =
  '10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 fc00::/7 fe80::/10'.split(' ');

/** One public address may be a proxy. Of a range, clients may have some. */
function tooManyProxies({ trustedProxies }: Judged): string | undefined {
  const wide = trustedProxies.find((entry) => {
    const [written = '', prefix] = entry.split('/');
    const family = isIP(written) === 4 ? 'ipv4' : 'ipv6';
    const { address } = new SocketAddress({ address: written, family });
    const isMapped = address.startsWith('::ffff:');
    const bits = Number(prefix) - (isMapped ? 96 : 0);
    if (prefix === undefined || bits === (family === 'ipv4' || isMapped ? 32 : 128)) return false;
    return !PRIVATE_NETWORKS.some((range) => {
      const [network = '', least] = range.split('/');
      const list = new BlockList();
      list.addSubnet(network, Number(least), isIP(network) === 4 ? 'ipv4' : 'ipv6');
      return bits >= Number(least) && list.check(address, family);
    });
  });
  if (wide === undefined) return undefined;
  return said(
    'AUTHLY_TRUSTED_PROXIES',
    `contains a public address range, ${wide}: list the addresses of the proxies, or their private network`,
  );
}

import type { SettingName } from './settings.ts';
import { httpsOrigin, httpsOrLoopback } from './address-settings.ts';
import type { SettingReader } from './setting-reader.ts';

export type ConsoleConfig = NonNullable<ReturnType<typeof consoleSettings>>;
export type ProviderConfig = NonNullable<ConsoleConfig['provider']>;

export function consoleSettings(read: SettingReader) {
  if (read.value('AUTHLY_CONSOLE_PORT') === undefined) return undefined;
  const port = read.integer('AUTHLY_CONSOLE_PORT', 1, 65_535);
  // Without a certificate the console speaks plain HTTP, to this machine alone.
  const isPlain = read.value('AUTHLY_CONSOLE_URL') === undefined && read.value('AUTHLY_TLS_CERT_FILE') === undefined;
  const url = isPlain
    ? `http://localhost:${port}`
    : httpsOrigin(read, 'AUTHLY_CONSOLE_URL', `https://localhost:${port}`);
  return { host: read.text('AUTHLY_CONSOLE_HOST'), port, url, provider: providerSettings(read) };
}

function providerSettings(read: SettingReader) {
  if (read.value('AUTHLY_CONSOLE_OIDC_ISSUER') === undefined) return undefined;
  const [admins, readers] = [read.list('AUTHLY_CONSOLE_OIDC_ADMINS'), read.list('AUTHLY_CONSOLE_OIDC_READERS')];
  const merchantClaim = read.value('AUTHLY_CONSOLE_OIDC_MERCHANT_CLAIM');
  if (admins.length + readers.length === 0 && merchantClaim === undefined)
    read.wrong(
      'AUTHLY_CONSOLE_OIDC_ADMINS',
      'or AUTHLY_CONSOLE_OIDC_READERS must be set, otherwise nobody can sign in',
    );
  return {
    issuer: httpsOrLoopback(read, 'AUTHLY_CONSOLE_OIDC_ISSUER')!,
    clientId: given(read, 'AUTHLY_CONSOLE_OIDC_CLIENT_ID'),
    clientSecret: secretIn(read),
    scope: read.text('AUTHLY_CONSOLE_OIDC_SCOPE'),
    claim: read.text('AUTHLY_CONSOLE_OIDC_CLAIM'),
    admins,
    readers,
    merchantClaim,
  };
}

const given = (read: SettingReader, name: SettingName): string =>
  read.value(name) ?? read.wrong(name, 'must be set with AUTHLY_CONSOLE_OIDC_ISSUER') ?? '';

const secretIn = (read: SettingReader, name: SettingName = 'AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE'): string =>
  (given(read, name) && read.file(name)) ?? '';

/** An unset environment variable would be sent as the text "undefined". */
export function requireSettings(where: string, settings: Readonly<Record<string, unknown>>): void {
  const missing = Object.entries(settings)
    .filter(([, value]) => value === undefined || value === null || value === '')
    .map(([name]) => name);
  if (missing.length > 0)
    throw new TypeError(`${where}: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.`);
}

/** The settings that the console's `.env` has. */
const ENVIRONMENT = {
  baseUrl: 'AUTHLY_BASE_URL',
  clientId: 'AUTHLY_CLIENT_ID',
  clientSecret: 'AUTHLY_CLIENT_SECRET',
  merchantId: 'AUTHLY_MERCHANT_ID',
} as const;
export type ClientSettings = Record<keyof typeof ENVIRONMENT, string>;

/** Settings that are not given come from the environment. Deno asks for permission to read it, so only those are looked up. */
export function clientSettings(
  given: { readonly [Name in keyof ClientSettings]?: string | undefined },
): ClientSettings {
  const { process } = globalThis as { process?: { env?: Partial<Record<string, string>> } };
  const names = Object.entries(ENVIRONMENT) as [keyof ClientSettings, string][];
  const found = names.map(([name, variable]) => [name, given[name] || process?.env?.[variable]] as const);
  const settings = Object.fromEntries(found) as ClientSettings;
  requireSettings(
    'createAuthlyClient',
    Object.fromEntries(names.map(([name, variable]) => [`${name} (${variable})`, settings[name]])),
  );
  return settings;
}

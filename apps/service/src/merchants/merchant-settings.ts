import { DEVICE_BINDINGS } from '@authly/contract/wire/device';
import { shownTextFault } from '@authly/contract/wire/field-rules';
import { BIO_LIMITS, LIMITS } from '@authly/contract/wire/limits';

/** Requests per 60 s; absent: no limit. The contract limits only the token endpoint. */
export interface MerchantRateLimits {
  readonly createPerMerchant?: number | undefined;
  readonly createPerUserRef?: number | undefined;
  readonly resultPerMerchant?: number | undefined;
  readonly resultPerSession?: number | undefined;
}

/** The store, the CLI, the console and the reference derive from these rows. */
export interface MerchantSetting {
  /** `text`: one line shown to users. `url`: HTTPS, for calls. `page`: HTTPS, for users. `certificate`: a PEM file, or null; never shown. */
  readonly type: 'boolean' | 'choice' | 'integer' | 'text' | 'url' | 'page' | 'certificate';
  /** Column of the table `merchants` and key in JSON, or key in the column `rate_limits`. */
  readonly column: string | { readonly rateLimit: keyof MerchantRateLimits };
  /** Undefined: required. A text with the default null can be removed. */
  readonly default: boolean | number | string | null | undefined;
  /** The values of a choice. */
  readonly choices?: readonly string[];
  /** Minimum and maximum of the value, or of the length in characters. */
  readonly bounds: readonly [min: number, max: number];
  readonly flag: string;
  readonly label: string;
  readonly help: string;
}

const NO_BOUNDS = [0, 0] as const;
const RATE = { type: 'integer', default: 0, bounds: [0, LIMITS.merchantRateMax] } as const;

const MERCHANT_SETTINGS = {
  name: {
    type: 'text',
    column: 'name',
    default: undefined,
    bounds: [1, LIMITS.merchantNameChars],
    flag: '--name <name>',
    label: 'Name',
    help: 'shown to users on the hosted page and in the app',
  },
  privacyUrl: {
    type: 'page',
    column: 'privacy_url',
    default: null,
    bounds: [1, 2048],
    flag: '--privacy-url <url>',
    label: 'Privacy notice URL',
    help: 'HTTPS address of its privacy notice, linked before the capture; "none" for none',
  },
  retentionText: {
    type: 'text',
    column: 'retention_text',
    default: null,
    bounds: [1, LIMITS.retentionTextChars],
    flag: '--retention-text <text>',
    label: 'Retention text',
    help: 'how long it keeps fingerprints, shown before the capture; "none" for nothing',
  },
  reader: {
    type: 'boolean',
    column: 'reader',
    default: false,
    bounds: NO_BOUNDS,
    flag: '--reader <true|false>',
    label: 'The app offers a USB reader, for staff at a counter',
    help: 'offer a USB reader in the app on computers, for staff at a counter',
  },
  deviceBinding: {
    type: 'choice',
    column: 'device_binding',
    default: 'off',
    choices: DEVICE_BINDINGS,
    bounds: NO_BOUNDS,
    flag: '--device-binding <off|offered|required>',
    label: 'Device binding',
    help: 'bind each enrollment to a passkey of the phone: off, offered or required',
  },
  bioBaseUrl: {
    type: 'url',
    column: 'bio_base_url',
    default: undefined,
    bounds: [1, 2048],
    flag: '--bio-base-url <url>',
    label: 'Bio API base URL',
    help: 'base URL of its Bio API',
  },
  bioCaPem: {
    type: 'certificate',
    column: 'bio_ca_pem',
    default: null,
    bounds: [1, 100_000],
    flag: '--bio-ca-file <file>',
    label: 'Bio API CA',
    help: 'PEM of the CA of its Bio API certificate; "none" for the public CAs',
  },
  bioTimeoutMs: {
    type: 'integer',
    column: 'bio_timeout_ms',
    default: BIO_LIMITS.requestTimeoutMs,
    bounds: [BIO_LIMITS.requestTimeoutMinMs, BIO_LIMITS.requestTimeoutMaxMs],
    flag: '--bio-timeout-ms <n>',
    label: 'Bio API timeout (ms)',
    help: 'timeout of one call attempt to its Bio API',
  },
  bioRetries: {
    type: 'integer',
    column: 'bio_retries',
    default: BIO_LIMITS.retries,
    bounds: [0, BIO_LIMITS.retriesMax],
    flag: '--bio-retries <n>',
    label: 'Bio API retries',
    help: 'retries of a failed call to its Bio API',
  },
  sessionLifetimeS: {
    type: 'integer',
    column: 'session_lifetime_s',
    default: LIMITS.sessionLifetimeDefaultS,
    bounds: [LIMITS.sessionLifetimeMinS, LIMITS.sessionLifetimeMaxS],
    flag: '--session-lifetime-s <n>',
    label: 'Session lifetime (s)',
    help: 'lifetime of a session in seconds',
  },
  attemptsPerHour: {
    type: 'integer',
    column: 'attempts_per_hour',
    default: LIMITS.attemptsPerHour,
    bounds: [0, LIMITS.attemptsPerHourMax],
    flag: '--attempts-per-hour <n>',
    label: 'Failed verifications per hour (0: no limit)',
    help: 'failed verifications allowed per hour against one stored template; 0 for no limit',
  },
  limitCreate: {
    ...RATE,
    column: { rateLimit: 'createPerMerchant' },
    flag: '--limit-create <n>',
    label: 'Session creations per minute (0: no limit)',
    help: 'session creations per minute; 0 for no limit',
  },
  limitCreatePerUser: {
    ...RATE,
    column: { rateLimit: 'createPerUserRef' },
    flag: '--limit-create-per-user <n>',
    label: 'Session creations per minute and user (0: no limit)',
    help: 'session creations per minute for one merchant_user_ref; 0 for no limit',
  },
  limitResult: {
    ...RATE,
    column: { rateLimit: 'resultPerMerchant' },
    flag: '--limit-result <n>',
    label: 'Result requests per minute (0: no limit)',
    help: 'result requests per minute; 0 for no limit',
  },
  limitResultPerSession: {
    ...RATE,
    column: { rateLimit: 'resultPerSession' },
    flag: '--limit-result-per-session <n>',
    label: 'Result requests per minute and session (0: no limit)',
    help: 'result requests per minute for one session; 0 for no limit',
  },
} as const satisfies Record<string, MerchantSetting>;

type Rows = typeof MERCHANT_SETTINGS;
export type SettingName = keyof Rows;

export type SettingValue<Row extends MerchantSetting> = Row['type'] extends 'boolean'
  ? boolean
  : Row['type'] extends 'integer'
    ? number
    : Row extends { readonly type: 'choice'; readonly choices: readonly (infer Choice)[] }
      ? Choice
      : Row['default'] extends null
        ? string | null
        : string;

export type StoredSettings = {
  readonly [Name in SettingName as Rows[Name]['column'] extends string ? Name : never]: SettingValue<Rows[Name]>;
};

/** As operators see them: a certificate is not shown, only whether there is one. */
export const settingsView = (settings: StoredSettings) => ({
  name: settings.name,
  privacy_url: settings.privacyUrl,
  retention_text: settings.retentionText,
  reader: settings.reader,
  device_binding: settings.deviceBinding,
  bio_base_url: settings.bioBaseUrl,
  bio_ca: settings.bioCaPem === null ? 'public' : 'own',
  bio_timeout_ms: settings.bioTimeoutMs,
  bio_retries: settings.bioRetries,
  session_lifetime_s: settings.sessionLifetimeS,
  attempts_per_hour: settings.attemptsPerHour,
});

export const SETTINGS = Object.entries(MERCHANT_SETTINGS) as [SettingName, MerchantSetting][];
export const STORED_SETTINGS = SETTINGS.filter(
  (entry): entry is [keyof StoredSettings, MerchantSetting & { readonly column: string }] =>
    typeof entry[1].column === 'string',
);

/** Returns the end of a sentence that begins with the label. */
export function textSettingFault({ type, bounds: [min, max] }: MerchantSetting, text: string): string | undefined {
  if (type === 'text') return shownTextFault(text, { maxChars: max, maxLines: 1 });
  const { length } = text.trim();
  return length < min || length > max ? `must have ${min} to ${max} characters` : undefined;
}

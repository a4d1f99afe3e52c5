import { X509Certificate } from 'node:crypto';
import { Type, type TOptional, type TSchema, type TUnsafe } from 'typebox';
import { attempted } from '../../runtime/attempted.ts';
import type { Environment } from '../../runtime/environment.ts';
import { SETTINGS, textSettingFault } from '../../merchants/merchant-settings.ts';
import type { MerchantSetting, SettingName } from '../../merchants/merchant-settings.ts';
import type { MerchantChanges } from '../../storage/port/store.ts';
import { httpsUrl, pageUrl } from './https-url.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import { contentOf, FILE, type GivenFile } from '../row/params.ts';

/** Null removes a setting, if it can be removed. */
type GivenSetting = string | number | boolean | GivenFile | null;
export type GivenSettings = Partial<Readonly<Record<SettingName, GivenSetting>>>;
type SettingParams = Record<SettingName, TOptional<TUnsafe<GivenSetting>>>;

/** Every setting as a parameter of an action, with its bounds. `isNew`: those without a default are required. */
export const settingParams = ({ isNew }: { isNew: boolean }): SettingParams =>
  Object.fromEntries(
    SETTINGS.map(([name, row]) => {
      const schema = settingSchema(row);
      return [name, isNew && row.default === undefined ? schema : Type.Optional(schema)];
    }),
  ) as unknown as SettingParams;

function settingSchema({ type, flag, help, default: absent, bounds, choices }: MerchantSetting): TSchema {
  const [minimum, maximum] = bounds;
  const limits = `(default ${absent}, ${bounds.join(' to ')})`;
  if (typeof absent === 'boolean') return Type.Boolean({ flag, description: `${help} (default ${absent})` });
  if (type === 'integer') return Type.Integer({ minimum, maximum, flag, description: `${help} ${limits}` });
  if (choices) return Type.Enum([...choices], { flag, description: `${help} (default ${absent})` });
  const isFile = type === 'certificate' && { file: true };
  const value = isFile ? FILE : Type.String({ minLength: minimum, maxLength: maximum });
  return Type.Union([value, ...(absent === null ? [Type.Null()] : [])], { flag, description: help, ...isFile });
}

export const settingsIn = (params: object): GivenSettings => {
  const names = new Set<string>(SETTINGS.map(([name]) => name));
  return Object.fromEntries(Object.entries(params).filter(([name]) => names.has(name)));
};

export function merchantChanges(settings: GivenSettings, environment: Environment): MerchantChanges {
  const rateLimits: Record<string, unknown> = {};
  const changes: Record<string, unknown> = { rateLimits };
  for (const [name, row] of SETTINGS) {
    const value = settings[name];
    if (value === undefined) continue;
    if (typeof row.column === 'string') changes[name] = checkedAs(name, row, value, environment);
    else rateLimits[row.column.rateLimit] = value === 0 ? undefined : value;
  }
  return changes;
}

function checkedAs(name: string, row: MerchantSetting, value: GivenSetting, environment: Environment): GivenSetting {
  return ofField(name, () => {
    if (typeof value === 'string') return checkedText(row, value, environment);
    return typeof value === 'object' && value !== null ? certificatesIn(value) : value;
  });
}

/** A refusal names the field, so that the console shows it there. */
export function ofField<T>(field: string, work: () => T, about = ''): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RefusedError ? new RefusedError(about + error.message, field) : error;
  }
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export function certificatesIn(file: GivenFile): string {
  const pem = contentOf(file);
  if (pem.includes('PRIVATE KEY'))
    throw new RefusedError(`${file.name} holds a private key: give the certificate alone`);
  const blocks = pem.match(BLOCK) ?? [];
  if (blocks.length === 0 || !blocks.every(isCertificate))
    throw new RefusedError(`${file.name} holds no PEM certificate`);
  // Without the text around them, which a database may not be able to store.
  return blocks.map((block) => `${block}\n`).join('');
}

const isCertificate = (block: string): boolean => attempted(() => new X509Certificate(block)) !== undefined;

function checkedText(row: MerchantSetting, text: string, environment: Environment): string {
  if (row.type === 'choice') return text;
  const fault = textSettingFault(row, text);
  if (fault !== undefined) throw new RefusedError(`the ${row.label} ${fault}`);
  if (row.type === 'page') pageUrl(text, `the ${row.label}`);
  if (row.type !== 'url') return text;
  httpsUrl(text, environment, `the ${row.label}`);
  // The service appends paths.
  return text.replace(/\/+$/, '');
}

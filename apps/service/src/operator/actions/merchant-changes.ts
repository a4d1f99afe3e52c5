import { randomBytes } from 'node:crypto';
import { merchantIdFault } from '@authly/contract/wire/field-rules';
import { logoOf, type Logo } from '../../merchants/logo/logo.ts';
import { newMerchant, type Merchant } from '../../merchants/merchant.ts';
import type { Acting } from './action.ts';
import { certificatesIn, merchantChanges, settingsIn, type GivenSettings } from './merchant-settings.ts';
import { changesInWords, findMerchant, merchantView, oldAndNew } from './merchant-view.ts';
import type { Operator } from './operator.ts';
import { bytesOf, type GivenFile } from './params.ts';
import { checkWebhook, setWebhook, type WebhookSetting } from './webhook-settings.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

interface NewMerchant extends GivenSettings {
  /** Absent: a new random id. */
  readonly id?: string;
  readonly logo?: GivenFile;
  readonly webhookUrl?: string;
}

/** Checks everything before the first write, so a rejected form leaves nothing behind. */
export async function addMerchant(operator: Acting, { id: given, logo, webhookUrl: url, ...params }: NewMerchant) {
  const { store, environment, now, entry } = operator;
  const id = given ?? `mch_${randomBytes(10).toString('hex')}`;
  const fault = merchantIdFault(id);
  if (fault !== undefined) throw new RefusedError(`the merchant id: ${fault}`, 'id');
  const changes = merchantChanges(settingsIn(params), {}, environment);
  // The webhook of a merchant usually has the CA of its Bio API.
  const webhook = url === undefined ? undefined : { url, caPem: changes.bioCaPem };
  if (webhook) checkWebhook(webhook, environment);
  if (logo) parseLogo(logo);
  const { name = '', bioBaseUrl = '' } = changes;
  const merchant = newMerchant({ id, name, bioBaseUrl, createdAt: now(), ...changes });
  if (!(await store.merchants.add(merchant, entry(id))))
    throw new RefusedError(`there is a merchant ${id} already`, 'id');
  if (logo) await setLogo(operator, merchant, logo);
  const secret = webhook && (await setWebhook(operator, id, webhook)).webhook_secret;
  return { ...merchantView(await findMerchant(operator, id)), ...(secret !== undefined && { webhook_secret: secret }) };
}

interface ChangedMerchant extends GivenSettings {
  readonly merchant_id: string;
  readonly logo?: GivenFile | null;
  readonly webhookUrl?: string | null;
  readonly webhookCa?: GivenFile | null;
  /** The operator confirms that bound enrollments stop working. */
  readonly yes?: boolean;
}

/** Which users another device binding shuts out. */
const SHUT_OUT = new Map<unknown, string>(Object.entries({ off: 'with', required: 'without' }));

/** The audit log has the old and the new values, of a webhook's URL only the origin. */
export async function changeMerchant(operator: Acting, { merchant_id: id, logo, ...params }: ChangedMerchant) {
  const { store, environment, entry } = operator;
  const merchant = await findMerchant(operator, id);
  const settings = settingsIn(params);
  const which = settings.deviceBinding !== merchant.deviceBinding && SHUT_OUT.get(settings.deviceBinding);
  if (which && !params.yes) {
    const users = `users ${which} a bound device have to enroll again, and nobody knows how many they are`;
    throw new RefusedError(`${users}: confirm it with --yes`, 'deviceBinding');
  }
  const changes = merchantChanges(settings, merchant.rateLimits, environment);
  const webhook = webhookIn(params);
  if (webhook) checkWebhook(webhook, environment);
  const changedLogo = logo === undefined ? {} : await setLogo(operator, merchant, logo);
  const detail = changesInWords(Object.keys(settings), merchant, { ...merchant, ...changes });
  if (Object.keys(detail).length > 0) await store.merchants.update(id, changes, entry(id, detail));
  const changedWebhook = webhook && (await setWebhook(operator, id, webhook));
  return { ...merchantView({ ...merchant, ...changes, ...changedLogo }), ...changedWebhook };
}

/** Undefined: the webhook stays as it is. */
function webhookIn({ webhookUrl, webhookCa }: Omit<ChangedMerchant, 'merchant_id'>): WebhookSetting | undefined {
  if (webhookUrl !== undefined) return { url: webhookUrl, caPem: webhookCa ? certificatesIn(webhookCa) : webhookCa };
  if (webhookCa !== undefined) throw new RefusedError('--webhook-ca-file goes with --webhook-url');
  return undefined;
}

/** Null removes the logo. */
async function setLogo(
  { store, auditEntry }: Operator,
  { id, logoId }: Pick<Merchant, 'id' | 'logoId'>,
  file: GivenFile | null,
): Promise<{ readonly logoId: string | null }> {
  const logo = file && parseLogo(file);
  const detail = { logo: oldAndNew(logoId, logo?.id) };
  await store.merchants.setLogo(id, logo, auditEntry('merchant.set', id, detail));
  return { logoId: logo?.id ?? null };
}

function parseLogo(file: GivenFile): Logo {
  try {
    return logoOf(bytesOf(file));
  } catch (error) {
    throw error instanceof RefusedError ? new RefusedError(`${file.name}: ${error.message}`, 'logo') : error;
  }
}

import { randomBytes } from 'node:crypto';
import { merchantIdFault } from '@authly/contract/wire/field-rules';
import { logoOf, type Logo } from '../../merchants/logo/logo.ts';
import { newMerchant } from '../../merchants/merchant.ts';
import { calledAddresses } from '../../outbound/address-guard.ts';
import { pageUrl } from './https-url.ts';
import type { Acting } from '../row/action.ts';
import { certificatesIn, merchantChanges, ofField, settingsIn, type GivenSettings } from './setting-params.ts';
import { changesInWords, findMerchant, merchantView, oldAndNew } from '../reads/merchant-rows.ts';
import { bytesOf, type GivenFile } from '../row/params.ts';
import { plannedWebhook, type WebhookSetting } from './webhook-settings.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

interface NewMerchant extends GivenSettings {
  /** The default is a new random id. */
  readonly id?: string;
  readonly logo?: GivenFile;
  readonly webhookUrl?: string;
}

/** Checks everything before the first write, so a rejected form leaves nothing behind. */
export async function addMerchant(
  operator: Acting,
  { id: given, logo: file, webhookUrl: url, ...params }: NewMerchant,
) {
  const { store, environment, now, entry, auditEntry } = operator;
  const id = given ?? `mch_${randomBytes(10).toString('hex')}`;
  const fault = merchantIdFault(id);
  if (fault !== undefined) throw new RefusedError(`the merchant id: ${fault}`, 'id');
  const changes = merchantChanges(settingsIn(params), environment);
  // The webhook of a merchant usually has the CA of its Bio API.
  const setWebhook =
    url === undefined ? undefined : await plannedWebhook(operator, id, { url, caPem: changes.bioCaPem });
  const logo = file && parseLogo(file);
  const { name = '', bioBaseUrl = '' } = changes;
  const merchant = newMerchant({ id, name, bioBaseUrl, createdAt: now(), ...changes });
  if (!(await store.merchants.add(merchant, entry(id))))
    throw new RefusedError(`there is a merchant ${id} already`, 'id');
  if (logo)
    await store.merchants.update(id, { logo }, () =>
      auditEntry('merchant.set', id, { logo: oldAndNew(null, logo.id) }),
    );
  const secret = (await setWebhook?.())?.webhook_secret;
  return {
    ...merchantView(await findMerchant(operator, id)),
    ...(secret !== undefined && { webhook_secret: secret }),
    ...(await warningOf(operator, { 'Bio API': bioBaseUrl, webhook: url })),
  };
}

interface ChangedMerchant extends GivenSettings {
  readonly merchant_id: string;
  readonly logo?: GivenFile | null;
  readonly webhookUrl?: string | null;
  readonly webhookCa?: GivenFile | null;
  readonly movedTo?: string;
  /** The operator confirms that bound enrollments stop working. */
  readonly yes?: boolean;
}

/** Which users another device binding shuts out. */
const SHUT_OUT = new Map<unknown, string>(Object.entries({ off: 'with', required: 'without' }));

/** Checks everything before the first write. The audit log has the old and the new values, of a webhook's URL only the origin. */
export async function changeMerchant(
  operator: Acting,
  { merchant_id: id, logo: file, movedTo, ...params }: ChangedMerchant,
) {
  const { store, environment, entry } = operator;
  await findMerchant(operator, id);
  const settings = settingsIn(params);
  const logo = file && parseLogo(file);
  if (movedTo !== undefined) pageUrl(movedTo, 'the base URL of the other cell');
  const given = { ...(logo !== undefined && { logo }), ...(movedTo !== undefined && { movedTo }) };
  const changes = { ...merchantChanges(settings, environment), ...given };
  const webhook = webhookIn(params);
  const setWebhook = webhook && (await plannedWebhook(operator, id, webhook));
  await store.merchants.update(id, changes, (before, after) => {
    if (movedTo !== undefined && before.suspendedAt === null)
      throw new RefusedError(`${id} is not suspended`, undefined, `Suspend it: authly merchant suspend ${id}`);
    const which = settings.deviceBinding !== before.deviceBinding && SHUT_OUT.get(settings.deviceBinding);
    if (which && !params.yes) {
      const users = `users ${which} a bound device have to enroll again, and nobody knows how many they are`;
      throw new RefusedError(`${users}: confirm it with --yes`, 'deviceBinding');
    }
    const changed = changesInWords(Object.keys(settings), before, after);
    const detail = {
      ...changed,
      ...(logo !== undefined && { logo: oldAndNew(before.logoId, after.logoId) }),
      ...(movedTo !== undefined && { moved_to: oldAndNew(before.movedTo, movedTo) }),
    };
    return Object.keys(detail).length > 0 ? entry(id, detail) : undefined;
  });
  return {
    ...merchantView(await findMerchant(operator, id)),
    ...(await setWebhook?.()),
    ...(await warningOf(operator, { 'Bio API': changes.bioBaseUrl, webhook: webhook?.url })),
  };
}

/** A name may come into DNS later, so it is no error. */
async function warningOf(
  { environment }: Acting,
  urls: Readonly<Record<string, string | null | undefined>>,
): Promise<{ readonly warning?: string }> {
  if (environment !== 'production') return {};
  const warnings = Object.entries(urls).map(([what, url]) =>
    url
      ? calledAddresses(new URL(url).hostname, environment).then(
          () => [],
          ({ message }: Error) => [`the ${what} cannot be called: ${message}`],
        )
      : [],
  );
  const warning = (await Promise.all(warnings)).flat().join('. ');
  return warning === '' ? {} : { warning };
}

/** Returns undefined if the webhook stays as it is. */
function webhookIn({ webhookUrl, webhookCa }: Omit<ChangedMerchant, 'merchant_id'>): WebhookSetting | undefined {
  if (webhookUrl !== undefined) return { url: webhookUrl, caPem: webhookCa ? certificatesIn(webhookCa) : webhookCa };
  if (webhookCa !== undefined) throw new RefusedError('--webhook-ca-file goes with --webhook-url');
  return undefined;
}

const parseLogo = (file: GivenFile): Logo => ofField('logo', () => logoOf(bytesOf(file)), `${file.name}: `);

import { randomBytes } from 'node:crypto';
import { merchantIdFault } from '@authly/contract/field-rules';
import type { MerchantSettings } from '../../merchants/merchant-settings.ts';
import { newMerchant } from '../../merchants/merchant.ts';
import { parseLogo, setLogo, type LogoFile } from './logos.ts';
import { findMerchant, merchantChanges, merchantView } from './merchants.ts';
import { OperatorError, type Operator } from './operator.ts';
import type { AddedMerchant } from './views.ts';
import { checkWebhook, setWebhook } from './webhooks.ts';

interface Given {
  /** Made when not given. */
  readonly id?: string | undefined;
  readonly settings: MerchantSettings;
  readonly logo?: LogoFile | undefined;
  readonly webhook?: { readonly url: string; readonly caPem: string | null } | undefined;
}

/** Everything is checked before anything is written: a refused form leaves nothing behind. */
export async function addMerchant(
  operator: Operator,
  { settings, logo, webhook, ...given }: Given,
): Promise<AddedMerchant> {
  const { store, environment, now, auditEntry } = operator;
  const id = given.id ?? `mch_${randomBytes(10).toString('hex')}`;
  const fault = merchantIdFault(id);
  if (fault !== undefined) throw new OperatorError(`the merchant id: ${fault}`, 'id');
  const { name = '', bioBaseUrl = '' } = settings;
  const changes = merchantChanges({ ...settings, name, bioBaseUrl }, {}, environment);
  if (webhook) checkWebhook(webhook, environment);
  if (logo) parseLogo(logo);
  const merchant = newMerchant({ id, name, bioBaseUrl, createdAt: now(), ...changes });
  if (!(await store.merchants.add(merchant, auditEntry('merchant.add', id))))
    throw new OperatorError(`there is a merchant ${id} already`, 'id');
  if (logo) await setLogo(operator, id, logo);
  const secret = webhook && (await setWebhook(operator, id, webhook)).webhook_secret;
  return { ...merchantView(await findMerchant(operator, id)), ...(secret !== undefined && { webhook_secret: secret }) };
}

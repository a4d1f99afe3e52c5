import { PAGE_PATHS } from '@authly/contract/page-addresses';
import { logoTypeOf } from '../merchants/logo/logo.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { App } from './app.ts';

/** Who asks, as persons see it. */
export interface Asker {
  readonly merchant_name: string;
  readonly merchant_logo_url?: string;
}

export const askerOf = ({ baseUrl }: Pick<App, 'baseUrl'>, { name, logoId }: Merchant): Asker => ({
  merchant_name: name,
  ...(logoId !== null &&
    logoTypeOf(logoId) !== undefined && { merchant_logo_url: `${baseUrl}${PAGE_PATHS.logos}${logoId}` }),
});

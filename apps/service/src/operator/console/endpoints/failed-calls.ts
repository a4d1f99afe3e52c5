import { ERRORS, type ErrorCode } from '@authly/contract/errors';
import { Type } from 'typebox';
import { failedCallView } from '../../reads/failed-call-view.ts';
import { findMerchant } from '../../reads/merchant-rows.ts';
import { choice, id } from '../../row/params.ts';
import { merchantEndpoint } from '../endpoint.ts';

const ROWS = 50;

export const failedCalls = merchantEndpoint({
  name: 'failed calls',
  role: 'read',
  params: {
    merchant_id: id(),
    code: Type.Optional(choice(Object.keys(ERRORS) as ErrorCode[])),
    client_id: Type.Optional(id()),
  },
  async run(operator, { merchant_id, code, client_id: clientId }) {
    await findMerchant(operator, merchant_id);
    const found = await operator.store.failedRequests.ofMerchant(merchant_id, { code, clientId }, ROWS);
    return found.map(failedCallView);
  },
});

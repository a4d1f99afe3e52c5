import { ERRORS, type ErrorCode } from '@authly/contract/errors';
import { isoTime } from '../../session/iso-time.ts';
import type { FailedRequest } from '../../storage/port/store.ts';

export const failedCallView = ({ id, at, method, route, merchantId, clientId, sessionId, ...call }: FailedRequest) => ({
  at: isoTime(at),
  request_id: id,
  call: `${method} ${route}`,
  ...call,
  in_words: ERRORS[call.code as ErrorCode]?.message ?? '',
  merchant_id: merchantId,
  client_id: clientId,
  session_id: sessionId,
});

import { ERRORS, type ErrorCode } from '@authly/contract/errors';
import { isoTime } from '../../session/iso-time.ts';
import type { FailedRequest } from '../../storage/port/store.ts';

function inWords({ code, field }: Pick<FailedRequest, 'code' | 'field'>): string {
  const { message } = ERRORS[code as ErrorCode];
  return field === null ? message : message.replace(/\.$/, `: ${field}.`);
}

export const failedCallView = ({ id, at, method, route, merchantId, clientId, sessionId, ...call }: FailedRequest) => ({
  at: isoTime(at),
  request_id: id,
  call: `${method} ${route}`,
  ...call,
  in_words: inWords(call),
  merchant_id: merchantId,
  client_id: clientId,
  session_id: sessionId,
});

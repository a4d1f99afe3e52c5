import type { TokenRequest } from '@authly/contract/operations/issue-token';
import { ApiError, orRefuse } from '../../http/api-error.ts';
import type { ApiCall } from '../call.ts';
import { decodeField } from './fields.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const BASIC = /^Basic(?: +(.*))?$/i;
const MALFORMED = 'Authorization: Basic is malformed:';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `Authorization: Basic` or form fields (RFC 6749 §2.3.1), not both. Undefined if id or secret is missing. */
export function clientCredentials(call: ApiCall, form: TokenRequest): ClientCredentials | undefined {
  const { client_id: clientId, client_secret: clientSecret } = form;
  const basic = BASIC.exec(call.headers.authorization ?? '');
  if (basic === null)
    return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
  if (clientId !== undefined || clientSecret !== undefined) {
    throw new ApiError(
      'invalid_request',
      'Send the client credentials by Authorization: Basic or as form fields, not both.',
    );
  }
  return fromBasic(basic[1] ?? '');
}

/** Id and secret are form-urlencoded, joined by a colon, then encoded in base64. */
function fromBasic(base64: string): ClientCredentials {
  const bytes = Buffer.from(base64, 'base64');
  // Buffer.from ignores invalid characters, so the result is encoded again and compared.
  if (bytes.toString('base64') !== base64)
    throw new ApiError('invalid_request', `${MALFORMED} what follows is not base64.`);
  const text = orRefuse(`${MALFORMED} the credentials are not UTF-8.`, () => utf8.decode(bytes));
  const colon = text.indexOf(':');
  if (colon < 0)
    throw new ApiError('invalid_request', `${MALFORMED} there is no colon between client_id and client_secret.`);
  const [clientId, clientSecret] = [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
    orRefuse(`${MALFORMED} client_id or client_secret is not form-urlencoded UTF-8.`, () => decodeField(part)),
  ) as [string, string];
  return { clientId, clientSecret };
}

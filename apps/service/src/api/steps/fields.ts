import { LIMITS } from '@authly/contract/wire/limits';
import { FORM_BODY } from '@authly/contract/operation-table';
import { isStorableText } from '@authly/contract/wire/wire-text';
import { ApiError, orRefuse } from '../../http/api-error.ts';
import type { ApiCall } from '../call.ts';
import type { Shape } from '../../http/shape.ts';
import { noteUnknown } from './warnings.ts';

type Fields = Readonly<Record<string, string>>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export async function formFields(call: ApiCall): Promise<Fields> {
  requireContentType(call, FORM_BODY);
  const body = await call.body.read();
  return decode(orRefuse('The body is not UTF-8.', () => utf8.decode(body)));
}

/** `known` are the fields of the operation; others get a warning. */
export function queryFields(call: ApiCall, { fields: known }: Pick<Shape<unknown>, 'fields'>): object {
  const fields = decode(call.rawQuery);
  noteUnknown(call, 'query parameter', fields, known);
  return { ...fields, ...(/^(?:0|[1-9]\d?)$/.test(fields['wait'] ?? '') && { wait: Number(fields['wait']) }) };
}

/** Stricter than URLSearchParams: invalid percent-encoding and repeated fields are 400. */
function decode(text: string): Fields {
  // No prototype, because a field may have any name.
  const fields = Object.create(null) as Record<string, string>;
  const pairs = text.split('&', LIMITS.fields + 1);
  if (pairs.length > LIMITS.fields)
    throw new ApiError('invalid_request', `There are more than ${LIMITS.fields} fields.`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeField(equals < 0 ? pair : pair.slice(0, equals));
    if (name in fields) throw new ApiError('invalid_request', 'A field is given more than once.');
    fields[name] = equals < 0 ? '' : decodeField(pair.slice(equals + 1));
  }
  return fields;
}

export function decodeField(part: string): string {
  const text = orRefuse('The percent-encoding is broken.', () => decodeURIComponent(part.replaceAll('+', ' ')));
  if (!isStorableText(text)) throw new ApiError('invalid_request', 'A field holds U+0000.');
  return text;
}

/** 400 for another media type or charset, or a content coding. */
export function requireContentType(call: ApiCall, wanted: string): void {
  const [type = '', ...parameters] = (call.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type !== wanted) throw new ApiError('invalid_request', `The Content-Type must be ${wanted}.`);
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    throw new ApiError('invalid_request', 'The charset must be UTF-8.');
  if ((call.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new ApiError('invalid_request', 'A Content-Encoding is not accepted.');
}

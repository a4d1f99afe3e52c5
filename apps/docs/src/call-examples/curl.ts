import { prettyJson } from '../pretty-json.ts';
import { BASE_URL_IN, type ExampleRequest, type FormField } from './request.ts';

export function curl({ path, method, tokenIn, headers, json, form, isStream }: ExampleRequest): string {
  const hasBody = json !== undefined || form !== undefined;
  return [
    `curl -i${isStream ? 'N' : ''}${method === 'POST' && !hasBody ? ' -X POST' : ''} "$${BASE_URL_IN}${path}"`,
    ...(tokenIn === undefined ? [] : [`-H "Authorization: Bearer $${tokenIn}"`]),
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(form ?? []).map(field),
    ...(json === undefined ? [] : [`-d '${prettyJson(json)}'`]),
  ].join(' \\\n  ');
}

const field = ([name, value]: FormField): string =>
  typeof value === 'string' ? `-d ${name}=${value}` : `--data-urlencode "${name}=$${value.variable}"`;

import { AccessTokenClaims } from '@authly/contract/schemas/access-token';
import type { ErrorCode } from '@authly/contract/errors';
import { LIMITS } from '@authly/contract/wire/limits';
import { ERROR_DETAILS, errorsOf, OPERATION_DETAILS } from '@authly/contract/catalogue/operations';
import type { Operation } from '@authly/contract/operations/operation';
import {
  isMerchantCall,
  OPERATION_NAMES,
  type CallerProof,
  type OperationName,
} from '@authly/contract/operation-table';
import { EXAMPLE_LANGUAGES, exampleCode } from '../../../apps/docs/src/call-examples/languages.ts';
import { prettyJson } from '../../../apps/docs/src/pretty-json.ts';
import { blocks, code, fence, part, table, type Filled } from '../markdown.ts';
import { fieldTable } from './fields.ts';
import { ms } from './limits.ts';

const MIB = 1_048_576;

const NEEDS: Readonly<Record<CallerProof, string>> = {
  nothing: 'No token',
  'client credentials': 'Client credentials, as form fields or by `Authorization: Basic`',
  'access token': 'Bearer access token',
  'hosted token': 'Bearer hosted token',
  'link token': 'The link token, in the body',
  'app token': 'Bearer app token',
  'service signature': 'Signed by the service',
};

const [merchantCalls, pageCalls] = [true, false].map((isMerchants) =>
  OPERATION_NAMES.filter((name) => isMerchantCall(name) === isMerchants),
) as [OperationName[], OperationName[]];

function endpointTable(names: readonly OperationName[]): string {
  const calls = names.map((name) => OPERATION_DETAILS[name]);
  const scopes = calls.some(({ scope }) => scope !== undefined);
  const columns = (endpoint: string, scope: string, summary: string): string[] =>
    scopes ? [endpoint, scope, summary] : [endpoint, summary];
  return table(
    columns('Endpoint', 'Scope', 'What it does'),
    calls.map(({ method, path, scope, summary }) =>
      columns(code(`${method} ${path}`), scope ? code(scope) : '–', summary),
    ),
  );
}

export const API_BLOCKS: Filled = {
  'api.endpoints': () => endpointTable(merchantCalls),
  'api.operations': () => blocks(...merchantCalls.map(operationSection)),
  'api.claims': () => fieldTable(AccessTokenClaims),
  'page-api.endpoints': () => endpointTable(pageCalls),
  'page-api.operations': () => blocks(...pageCalls.map(operationSection)),
};

function operationSection(name: OperationName): string {
  const operation = OPERATION_DETAILS[name];
  const { method, path, caller, scope, body, maxBodyBytes, success, idempotent } = operation;
  const { summary, query, request, response } = operation;
  const needs = `${NEEDS[caller]}${scope ? ` with the scope ${code(scope)}` : ''}.`;
  const size = maxBodyBytes < MIB ? `${maxBodyBytes / 1024} KiB` : `${maxBodyBytes / MIB} MiB`;
  const key = idempotent
    ? ` Accepts an ${code('Idempotency-Key')}: the same key with the same body returns the same response for ${ms(LIMITS.idempotencyRetentionMs)}. A key counts for this endpoint and for all clients of the merchant; the order of the body's fields does not count.`
    : '';
  const [curl] = EXAMPLE_LANGUAGES;
  return blocks(
    `## ${method} ${path} <a id="${name}"></a>`,
    `${summary}. ${needs}${key}`,
    // The site shows this example in every language.
    fence(exampleCode(curl!, name), `${curl!.syntax} ${name}`),
    query && blocks(part(name, 'Query'), fieldTable(query)),
    request && blocks(part(name, 'Body', `(${body}, at most ${size})`), fieldTable(request)),
    part(name, 'Response', success),
    fieldTable(response),
    fence(exampleResponse(operation), 'http'),
    part(name, 'Errors'),
    errorText(name),
  );
}

const REASONS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created' };

function exampleResponse({ success, responseType, example: { answer } }: Operation): string {
  const type = responseType ?? 'application/json; charset=utf-8';
  const body = type === 'text/event-stream' ? `event: session\ndata: ${JSON.stringify(answer)}` : prettyJson(answer);
  return `HTTP/1.1 ${success} ${REASONS[success]}\nContent-Type: ${type}\nX-Request-Id: 3f0e8c6a-52d1-4b7e-9a44-0c1d2e3f4a5b\n\n${body}`;
}

function errorText(name: OperationName): string {
  const list = (codes: readonly ErrorCode[]): string =>
    codes
      .toSorted((a, b) => ERROR_DETAILS[a].status - ERROR_DETAILS[b].status)
      .map((each) => `${ERROR_DETAILS[each].status} [${code(each)}](../guides/handle-errors.md#${each})`)
      .join(', ');
  const { own = [], any = [] } = Object.groupBy(errorsOf(name), (each) =>
    ERROR_DETAILS[each].everywhere ? 'any' : 'own',
  );
  return blocks(own.length > 0 && `${list(own)}.`, `On every call: ${list(any)}.`);
}

import { operationPath } from '@authly/contract/wire/operation-path';
import { OPERATION_DETAILS } from '@authly/contract/catalogue/operations';
import { FORM_BODY, JSON_BODY, type CallerProof, type OperationName } from '@authly/contract/operation-table';

export interface ExampleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly tokenIn?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly json?: object;
  readonly form?: readonly FormField[];
  readonly isStream: boolean;
}

export type FormField = readonly [name: string, value: string | { readonly variable: string }];

/** Environment variables keep secrets out of the code. */
export const BASE_URL_IN = 'AUTHLY_BASE_URL';
const TOKEN_IN: Partial<Record<CallerProof, string>> = {
  'access token': 'ACCESS_TOKEN',
  'hosted token': 'HOSTED_TOKEN',
  'app token': 'APP_TOKEN',
};
const FIELD_IN: Readonly<Record<string, string>> = {
  client_id: 'AUTHLY_CLIENT_ID',
  client_secret: 'AUTHLY_CLIENT_SECRET',
};

export function exampleRequest(name: OperationName): ExampleRequest {
  const { method, caller, body: bodyType, responseType, example } = OPERATION_DETAILS[name];
  const { parameters, query, headers = {}, body } = example;
  const tokenIn = TOKEN_IN[caller];
  return {
    method,
    path: operationPath(name, parameters) + (query ? `?${new URLSearchParams(query).toString()}` : ''),
    ...(tokenIn !== undefined && { tokenIn }),
    headers: [
      ...(body && bodyType === JSON_BODY ? [['Content-Type', JSON_BODY] as const] : []),
      ...Object.entries(headers),
    ],
    ...(body && bodyType === JSON_BODY && { json: body }),
    ...(body && bodyType === FORM_BODY && { form: formOf(body) }),
    isStream: responseType === 'text/event-stream',
  };
}

const formOf = (body: object): FormField[] =>
  Object.entries(body).map(([name, value]) => [
    name,
    FIELD_IN[name] === undefined ? String(value) : { variable: FIELD_IN[name] },
  ]);

export const formValue = (value: FormField[1], quote: string, environment: (name: string) => string): string =>
  typeof value === 'string' ? quote + value + quote : environment(value.variable);

export const withFormType = ({ form, headers }: ExampleRequest): ExampleRequest['headers'] =>
  form ? [['Content-Type', FORM_BODY], ...headers] : headers;

export const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

export const lines = (...parts: readonly (string | false | readonly string[])[]): string =>
  parts
    .filter((part) => part !== false)
    .flat()
    .join('\n');

import { prettyJson } from '../pretty-json.ts';
import { BASE_URL_IN, formValue, indented, lines, withFormType, type ExampleRequest } from './request.ts';

const environment = (name: string): string => `getenv('${name}')`;

/** PHP's own streams: no extension but OpenSSL. */
export function php(request: ExampleRequest): string {
  const { method, path, tokenIn, json, form } = request;
  const sent = [
    ...(tokenIn === undefined ? [] : [`'Authorization: Bearer ' . ${environment(tokenIn)},`]),
    ...withFormType(request).map(([name, value]) => `'${name}: ${value}',`),
  ];
  return lines(
    '<?php',
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    sent.length > 0 && ["    'header' => [", ...sent.map((line) => `        ${line}`), '    ],'],
    json !== undefined && `    'content' => json_encode(${indented(literal(json), '    ')}),`,
    form !== undefined && [
      "    'content' => http_build_query([",
      ...form.map(([name, value]) => `        '${name}' => ${formValue(value, "'", environment)},`),
      '    ]),',
    ],
    "    'ignore_errors' => true, // a refusal has a body too",
    ']]);',
    `$answer = fopen(${environment(BASE_URL_IN)} . '${path}', 'r', false, $context);`,
    'echo stream_get_meta_data($answer)[\'wrapper_data\'][0], "\\n";',
    'fpassthru($answer);',
  );
}

const literal = (json: object): string =>
  prettyJson(json, 4)
    .replaceAll("'", "\\'")
    .replaceAll('"', "'")
    .replaceAll(/'(\w+)':/g, "'$1' =>")
    .replaceAll(/\{ ?/g, '[')
    .replaceAll(/ ?\}/g, ']')
    .replaceAll(/([^[,])\n/g, '$1,\n');

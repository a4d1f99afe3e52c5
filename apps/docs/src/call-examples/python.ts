import { prettyJson } from '../pretty-json.ts';
import { BASE_URL_IN, formValue, indented, lines, type ExampleRequest } from './request.ts';

const environment = (name: string): string => `os.environ["${name}"]`;

export function python({ method, path, tokenIn, headers, json, form, isStream }: ExampleRequest): string {
  const sent = [
    ...(tokenIn === undefined ? [] : [`"Authorization": f"Bearer {os.environ['${tokenIn}']}",`]),
    ...headers.map(([name, value]) => `"${name}": "${value}",`),
  ];
  return lines(
    json !== undefined && 'import json',
    'import os',
    form !== undefined && 'import urllib.parse',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${environment(BASE_URL_IN)} + "${path}",`,
    `    method="${method}",`,
    sent.length > 0 && ['    headers={', ...sent.map((line) => `        ${line}`), '    },'],
    json !== undefined && `    data=json.dumps(${indented(prettyJson(json, 4), '    ')}).encode(),`,
    form !== undefined && [
      '    data=urllib.parse.urlencode({',
      ...form.map(([name, value]) => `        "${name}": ${formValue(value, '"', environment)},`),
      '    }).encode(),',
    ],
    ')',
    'with urllib.request.urlopen(request) as response:',
    isStream
      ? ['    for line in response:', '        print(line.decode(), end="")']
      : '    print(response.status, response.read().decode())',
  );
}

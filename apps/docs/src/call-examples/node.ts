import { prettyJson } from '../pretty-json.ts';
import { BASE_URL_IN, formValue, indented, lines, type ExampleRequest } from './request.ts';

const environment = (name: string): string => `process.env.${name}`;

export function node({ method, path, tokenIn, headers, json, form, isStream }: ExampleRequest): string {
  const sent = [
    ...(tokenIn === undefined ? [] : [`Authorization: \`Bearer \${${environment(tokenIn)}}\`,`]),
    ...headers.map(([name, value]) => `${quotedKey(name)}: '${value}',`),
  ];
  const options = [
    ...(method === 'POST' ? ["method: 'POST',"] : []),
    ...(sent.length > 0 ? ['headers: {', ...sent.map((line) => `  ${line}`), '},'] : []),
    ...(form
      ? [
          'body: new URLSearchParams({',
          ...form.map(([name, value]) => `  ${name}: ${formValue(value, "'", environment)},`),
          '}),',
        ]
      : []),
    ...(json ? [`body: JSON.stringify(${literal(json)}),`] : []),
  ];
  return lines(
    `const response = await fetch(\`\${${environment(BASE_URL_IN)}}${path}\`${options.length > 0 ? ', {' : ');'}`,
    options.length > 0 && [...options.map((line) => `  ${indented(line, '  ')}`), '});'],
    isStream
      ? [
          'for await (const text of response.body.pipeThrough(new TextDecoderStream()))',
          '  process.stdout.write(text);',
        ]
      : 'console.log(response.status, await response.text());',
  );
}

const quotedKey = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

const literal = (json: object): string =>
  prettyJson(json)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll("'", "\\'")
    .replaceAll('"', "'")
    .replaceAll(/([^{[,])\n/g, '$1,\n');

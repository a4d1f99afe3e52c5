import { prettyJson } from '../pretty-json.ts';
import { BASE_URL_IN, formValue, lines, withFormType, type ExampleRequest, type FormField } from './request.ts';

const environment = (name: string): string => `os.Getenv("${name}")`;

export function go(request: ExampleRequest): string {
  const { method, path, tokenIn, json, form } = request;
  const hasBody = json !== undefined || form !== undefined;
  const packages = ['fmt', 'io', 'net/http', ...(form ? ['net/url'] : []), 'os', ...(hasBody ? ['strings'] : [])];
  return lines(
    'package main',
    '',
    'import (',
    packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    json !== undefined && `\tbody := \`${prettyJson(json)}\``,
    form !== undefined && [
      '\tform := url.Values{',
      ...aligned(form).map((each) => `\t\t${each}`),
      '\t}',
      '\tbody := form.Encode()',
    ],
    `\trequest, err := http.NewRequest("${method}", ${environment(BASE_URL_IN)}+"${path}", ${hasBody ? 'strings.NewReader(body)' : 'nil'})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    tokenIn !== undefined && `\trequest.Header.Set("Authorization", "Bearer "+${environment(tokenIn)})`,
    withFormType(request).map(([name, value]) => `\trequest.Header.Set("${name}", "${value}")`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tfmt.Print(response.StatusCode, " ")',
    '\tio.Copy(os.Stdout, response.Body)',
    '}',
  );
}

/** Aligns fields as gofmt does. */
function aligned(form: readonly FormField[]): string[] {
  const width = Math.max(...form.map(([name]) => name.length));
  return form.map(([name, value]) => `${`"${name}":`.padEnd(width + 4)}{${formValue(value, '"', environment)}},`);
}

import { prettyJson } from '../pretty-json.ts';
import { BASE_URL_IN, indented, lines, withFormType, type ExampleRequest, type FormField } from './request.ts';

const environment = (name: string): string => `System.getenv("${name}")`;
const BODY = '        ';

export function java(request: ExampleRequest): string {
  const { method, path, tokenIn, json, form, isStream } = request;
  return lines(
    'import java.net.*;',
    'import java.net.http.*;',
    form !== undefined && 'import static java.nio.charset.StandardCharsets.UTF_8;',
    '',
    'class Call {',
    '    public static void main(String[] args) throws Exception {',
    json !== undefined && `${BODY}var body = """\n${BODY}    ${indented(prettyJson(json, 4), `${BODY}    `)}""";`,
    form !== undefined && [`${BODY}var body = ${form.map(field).join(`\n${BODY}    + "&" + `)};`],
    `${BODY}var request = HttpRequest.newBuilder()`,
    `${BODY}    .uri(URI.create(${environment(BASE_URL_IN)} + "${path}"))`,
    tokenIn !== undefined && `${BODY}    .header("Authorization", "Bearer " + ${environment(tokenIn)})`,
    withFormType(request).map(([name, value]) => `${BODY}    .header("${name}", "${value}")`),
    `${BODY}    .${method === 'GET' ? 'GET()' : `POST(HttpRequest.BodyPublishers.${json || form ? 'ofString(body)' : 'noBody()'})`}`,
    `${BODY}    .build();`,
    isStream
      ? [
          `${BODY}HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines())`,
          `${BODY}    .body().forEach(System.out::println);`,
        ]
      : [
          `${BODY}var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());`,
          `${BODY}System.out.println(response.statusCode() + " " + response.body());`,
        ],
    '    }',
    '}',
  );
}

const field = ([name, value]: FormField): string =>
  typeof value === 'string'
    ? `"${name}=${value}"`
    : `"${name}=" + URLEncoder.encode(${environment(value.variable)}, UTF_8)`;

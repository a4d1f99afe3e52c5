import { SECRET_FIELDS } from '@authly/contract/catalogue/secret-fields';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../runtime/version.ts';
import { createLog, type Logger } from './log.ts';

const PLANTED = 'planted-7f3a9c';

/** The parsed lines of the log. */
function writing(work: (log: Logger) => void): { text: string; lines: Record<string, unknown>[] } {
  const written: string[] = [];
  work(
    createLog({
      level: 'debug',
      secretFields: SECRET_FIELDS,
      destination: { write: (line: string) => void written.push(line) },
    }),
  );
  return { text: written.join(''), lines: written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const header = (name: string): string =>
  name
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('-');

describe.each([...SECRET_FIELDS])('the field %s is redacted', (field) => {
  it.each([
    ['as the contract spells it', field],
    ['in camelCase', camel(field)],
    ['as a header', header(field)],
    ['in capitals', field.toUpperCase()],
  ])('%s, at any depth', (_, name) => {
    let nested: object = { [name]: PLANTED };
    for (let depth = 0; depth < 10; depth++) {
      const { text } = writing((log) =>
        log.info({ request: nested, list: [nested, [nested]], [name]: PLANTED }, 'done'),
      );
      expect(text).not.toContain(PLANTED);
      nested = depth % 2 === 0 ? { inner: nested } : { list: [nested] };
    }
  });

  it('even if it is an object or a list', () => {
    const { text } = writing((log) => {
      log.info({ [field]: { a: PLANTED } }, 'x');
      log.warn({ [field]: [PLANTED] }, 'x');
    });
    expect(text).not.toContain(PLANTED);
    expect(text).toContain('[redacted]');
  });
});

describe('the log', () => {
  it.each(['authorization', 'Authorization', 'proxy-authorization', 'cookie', 'Set-Cookie', 'X-Service-Signature'])(
    'redacts the header %s',
    (name) => {
      expect(writing((log) => log.info({ headers: { [name]: PLANTED } }, 'x')).text).not.toContain(PLANTED);
    },
  );

  it('never writes raw bytes', () => {
    expect(
      writing((log) => log.info({ body: Buffer.from(PLANTED), view: new Uint8Array([65, 66]) }, 'x')).lines[0],
    ).toMatchObject({ body: '[redacted]', view: '[redacted]' });
  });

  it('writes other fields unchanged, with time, level, process and version', () => {
    const at = new Date(0);
    const { lines } = writing((log) =>
      log.warn({ request_id: 'r', status: 200, list: [1, { a: null }], at, none: undefined }, 'request'),
    );
    expect(lines).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        pid: process.pid,
        version: VERSION,
        request_id: 'r',
        status: 200,
        list: [1, { a: null }],
        at: at.toISOString(),
        msg: 'request',
      },
    ]);
  });

  it('writes nothing below its level', () => {
    const written: string[] = [];
    const log = createLog({
      level: 'warn',
      secretFields: [],
      destination: { write: (line: string) => void written.push(line) },
    });
    log.info('a');
    log.debug('b');
    log.warn('c');
    expect(written).toHaveLength(1);
  });
});

describe('an error in the log', () => {
  const cause = Object.assign(new Error('below'), { code: 'E_BELOW', body: PLANTED });
  const error = Object.assign(new TypeError('above', { cause }), {
    code: 'E_ABOVE',
    query: PLANTED,
    parameters: [PLANTED],
    request: { headers: PLANTED },
  });

  it('has name, message, code, stack and cause, and none of its other properties', () => {
    const { text, lines } = writing((log) => log.error({ err: error }, 'failed'));
    expect(text).not.toContain(PLANTED);
    expect(lines[0]!['err']).toEqual({
      type: 'TypeError',
      message: 'above',
      code: 'E_ABOVE',
      stack: error.stack,
      cause: { type: 'Error', message: 'below', code: 'E_BELOW', stack: cause.stack },
    });
  });

  it.each([
    ['under another name', (log: Logger) => log.error({ error, reason: error }, 'x')],
    ['inside of another field', (log: Logger) => log.error({ detail: { err: error, list: [error] } }, 'x')],
    ['by itself', (log: Logger) => log.error(error)],
  ])('also %s', (_, work) => {
    const { text } = writing(work);
    expect(text).not.toContain(PLANTED);
    expect(text).toContain('E_ABOVE');
  });

  it('with a circular cause ends', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    expect(writing((log) => log.error({ err: loop }, 'x')).lines).toHaveLength(1);
  });
});

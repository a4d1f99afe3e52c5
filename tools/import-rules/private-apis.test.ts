import { describe, expect, it } from 'vitest';
import { privateApis } from './private-apis.ts';

const foundIn = (source: string, file = 'apps/service/src/x.ts'): string[] => privateApis(file, () => source);

describe('a private API of Node or of a package', () => {
  it.each([
    `import ConnectionParameters from 'pg/lib/connection-parameters';`,
    `export { default as Client } from 'undici/lib/dispatcher/client.js';`,
    `const loaded = await import('@scope/name/internal/part.js');`,
    `socket._handle.fd`,
    `interface Internals { readonly _handle?: object }`,
    `if ('_handle' in socket) return;`,
    `const { [pino.symbols.streamSym]: destination } = log;`,
    `parser[kOnBody] = undefined;`,
    `process.binding('http_parser')`,
    `process.emitWarning = (warning) => {};`,
    `parser.onIncoming = () => 2;`,
    `Object.assign(this, await servers.place());`,
    `message.headers = {};`,
    `Object.defineProperty(socket, 'remoteAddress', { value: address });`,
    `Reflect.defineProperty(raw, 'encrypted', { value: true });`,
    `Reflect.set(Client.prototype, 'query', recording);`,
    `server.removeAllListeners('connection');`,
    `for (const listener of fastify.server.rawListeners('request')) listener(request);`,
    `client.connection.stream.destroy()`,
    `histogram.hashMap`,
  ])('is found: %s', (line) => {
    expect(foundIn(`const before = 1;\n${line}\n`)).toHaveLength(1);
  });

  it.each([
    `import { Client, buildConnector } from 'undici';`,
    `import { LIMITS } from '@authly/contract/wire/limits';`,
    `import Ajv from 'ajv/dist/2020.js';`,
    `function onResponseData(_controller: Controller, ..._rest: unknown[]): void {}`,
    `const { json: _json, ...given } = settings;`,
    `using _folder = lockFolder(dataDir);`,
    `for (const listener of process.listeners('SIGINT').slice(before)) listener('SIGINT');`,
    `server.on('connection', limit).off('connection', limit);`,
    `request.onload = () => {};`,
    `// Not the socket's own socket._destroySSL.`,
    `const token = Symbol.asyncIterator;`,
  ])('is not: %s', (line) => {
    expect(foundIn(line)).toEqual([]);
  });

  it('is reported with file and line; other files are ignored', () => {
    expect(foundIn('const a = 1;\nsocket._handle;')).toEqual(['apps/service/src/x.ts:2: uses a private member']);
    expect(foundIn('socket._handle', 'docs/x.md')).toEqual([]);
  });
});
